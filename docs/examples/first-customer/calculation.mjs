/**
 * What the portal has to come to, reckoned from the written rules alone (docs/decisions/40, 42, 96 and 98):
 *
 * - a line of goods is quantity × price, rounded to the 分, half away from zero;
 * - tax is inside: tax = amount − amount ÷ (1 + rate), rounded line by line; nothing is reckoned from a sum;
 * - 经销 is paid for what came, less what went back; 代销 and 联营 for what was sold, article by article: sales × (1 − share), and not for goods
 *   that come or go;
 * - deducted fees lessen what is owed; a statement below zero is carried into the supplier's next one;
 * - an invoice is over the statement without what was carried in.
 *
 * Amounts are bigint, in 分.
 */

import { PERIODS } from "./business.mjs";

const MILLION = 1_000_000n;
const FEE_RATE = 60_000n;

/** @param {ReturnType<import("./business.mjs").makeBusiness>} business */
export function expectedOf(business) {
  const suppliers = business.suppliers.map((supplier) => settle(business, supplier));
  return {
    day: business.day,
    periods: PERIODS.map(([first, last]) => ({ startdate: business.on(first), enddate: business.on(last) })),
    rows: rowCounts(business),
    suppliers,
    totals: totalsOf(suppliers),
    left: stockAtTheEnd(business),
  };
}

/** The two statements of a supplier, and what its ledger says at the end. */
function settle(business, supplier) {
  let taken = Number.NEGATIVE_INFINITY;
  let carry = 0n;
  const statements = [];
  for (const [, last] of PERIODS) {
    const isIn = ({ day }) => day > taken && day <= last;
    const lines = linesOf(business, supplier, isIn);
    if (lines.length === 0) {
      statements.push(null);
      continue;
    }
    taken = last;
    const statement = statementOf(lines, carry);
    carry = statement.TotalMoney < 0n ? statement.TotalMoney : 0n;
    statements.push(statement);
  }
  // What is carried from the first into the second is paid, or owed, with that one.
  const isCarried = statements.map(
    (one, index) => one !== null && one.TotalMoney < 0n && index + 1 < statements.length && statements[index + 1] !== null,
  );
  return {
    provid: supplier.id,
    way: supplier.way,
    statements: statements.map((one, index) => (one === null ? null : { ...one, state: stateOf(one, isCarried[index]) })),
    ledger: ledgerOf(business, supplier, statements),
  };
}

const stateOf = ({ TotalMoney }, isCarried) => (TotalMoney >= 0n ? "paid" : isCarried ? "carried" : "waiting");

/** The lines of a statement: kind, rate and amount of each line of a document, and of each sale. */
function linesOf({ acceptances, returns, fees, sales }, { id, way, share }, isIn) {
  const isOf = (one) => one.provid === id && isIn(one);
  const goods =
    way === "经销"
      ? [...acceptances.filter(isOf).flatMap(acceptanceLines), ...returns.filter((one) => isOf(one) && one.isCleared).flatMap(returnLines)]
      : sales.filter(isOf).map((sale) => taxed("goods", dueOf(sale, share), sale.article.rate));
  return [...goods, ...fees.filter((one) => isOf(one) && one.way === "账扣").map(({ money }) => negative(taxed("fee", money, FEE_RATE)))];
}

const acceptanceLines = ({ lines }) => lines.map(({ article, accepted, cost }) => taxed("goods", moneyOf(accepted, cost), article.rate));
const returnLines = ({ lines }) => lines.map(({ article, amount, cost }) => negative(taxed("return", moneyOf(amount, cost), article.rate)));

function statementOf(lines, carry) {
  const sum = (kind) => lines.filter((line) => line.kind === kind).reduce((all, { total }) => all + total, 0n);
  const own = lines.reduce((all, { total }) => all + total, 0n);
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((a, b) => Number(a - b)).map((rate) => groupOf(lines, rate));
  const TotalMoney = own + carry;
  return {
    GoodsMoney: sum("goods"),
    ReturnMoney: -sum("return"),
    Bala_fee: -sum("fee"),
    CarryMoney: carry,
    TotalMoney,
    Bala_sum: TotalMoney > 0n ? TotalMoney : 0n,
    invoicedue: own,
    /** Net, tax and total of its lines by rate; of a fee below zero. */
    rates,
    netMoney: rates.reduce((all, { net }) => all + net, 0n),
    taxMoney: rates.reduce((all, { tax }) => all + tax, 0n),
    invoice: own > 0n ? invoiceOf(lines) : [],
  };
}

/**
 * What the supplier's invoice says, by rate: its goods, less the fees, which are taken from the rate that has most. The tax of an invoice is its
 * own: total − total ÷ (1 + rate).
 */
function invoiceOf(lines) {
  const goods = lines.filter(({ kind }) => kind !== "fee");
  const groups = [...new Set(goods.map(({ rate }) => rate))].map((rate) => groupOf(goods, rate)).sort((a, b) => Number(b.total - a.total));
  const fees = lines.filter(({ kind }) => kind === "fee").reduce((all, { total }) => all + total, 0n);
  return groups
    .map(({ rate, total }, index) => {
      const { tax, total: all } = taxed("goods", index === 0 ? total + fees : total, rate);
      return { rate, net: all - tax, tax, total: all };
    })
    .sort((a, b) => Number(a.rate - b.rate));
}

function groupOf(lines, rate) {
  const own = lines.filter((line) => line.rate === rate);
  const [total, tax] = [own.reduce((all, line) => all + line.total, 0n), own.reduce((all, line) => all + line.tax, 0n)];
  return { rate, net: total - tax, tax, total };
}

/** What is open in the supplier's ledger once everything that is due has been paid. */
function ledgerOf({ acceptances, returns, fees }, { id, way }, statements) {
  const isOf = ({ provid }) => provid === id;
  const totals = (lines) => lines.reduce((all, { total }) => all + total, 0n);
  const came =
    way === "经销"
      ? totals(acceptances.filter(isOf).flatMap(acceptanceLines)) +
        totals(returns.filter((one) => isOf(one) && one.isCleared).flatMap(returnLines))
      : statements.reduce((all, one) => all + (one?.GoodsMoney ?? 0n), 0n);
  const charged = fees.filter(isOf).reduce((all, { money }) => all + money, 0n);
  const paid = statements.reduce((all, one) => all + (one?.Bala_sum ?? 0n), 0n);
  return came - charged - paid;
}

/** By store and article: what lay there, and came, less what went back and what was sold. */
function stockAtTheEnd({ stock, acceptances, returns, sales }) {
  const amounts = new Map();
  const add = (storeId, { id }, amount) => amounts.set(`${storeId}/${id}`, (amounts.get(`${storeId}/${id}`) ?? 0n) + amount);
  for (const { storeId, article, amount } of stock) add(storeId, article, amount);
  for (const { storeId, lines } of acceptances) for (const { article, accepted } of lines) add(storeId, article, accepted);
  for (const { storeId, lines } of returns.filter((one) => one.isCleared))
    for (const { article, amount } of lines) add(storeId, article, -amount);
  for (const { storeId, article, amount } of sales) add(storeId, article, -amount);
  return Object.fromEntries([...amounts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** How many things each file brings. */
function rowCounts({ stores, categories, suppliers, goods, contracts, users, stock, orders, acceptances, returns, sales, fees }) {
  const [fetched, notices] = [true, false].map((isCleared) => returns.filter((one) => one.isCleared === isCleared));
  const people = { users: users.own, supplierUsers: users.suppliers };
  const all = {
    stores,
    categories,
    suppliers,
    goods,
    contracts,
    ...people,
    stock,
    orders,
    acceptances,
    returns: fetched,
    notices,
    fees,
    sales,
  };
  return Object.fromEntries(Object.entries(all).map(([name, things]) => [name, things.length]));
}

function totalsOf(suppliers) {
  const statements = suppliers.flatMap((one) => one.statements).filter((one) => one !== null);
  const sum = (name) => statements.reduce((all, one) => all + one[name], 0n);
  return { statements: statements.length, TotalMoney: sum("TotalMoney"), taxMoney: sum("taxMoney"), paid: sum("Bala_sum") };
}

/** What the supplier gets of a day's sales of an article: the share is rounded, not what is left. */
const dueOf = ({ amount, price }, share) => {
  const money = moneyOf(amount, price);
  return money - rounded(money * share, MILLION);
};

function taxed(kind, total, rate) {
  return { kind, rate, total, tax: total - rounded(total * MILLION, MILLION + rate) };
}

const negative = (line) => ({ ...line, total: -line.total, tax: -line.tax });

/** Thousandths × 1/10,000 yuan, in 分. */
export const moneyOf = (amount, price) => rounded(amount * price, 100_000n);

/** A quotient of whole numbers, half away from zero. */
function rounded(dividend, divisor) {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = (size * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -quotient : quotient;
}
