/**
 * A retailer's business of two months, made up: three stores, twenty suppliers, two hundred goods, what was ordered, what came, what went back,
 * what was sold and what suppliers were charged. The same on every day it is asked for, but for the dates, which are counted from that day.
 *
 * Quantities are whole thousandths, prices 1/10,000 of a yuan, money 分, rates millionths; all of them bigint.
 */

import { addDays } from "./days.mjs";

/** Every figure below comes from this one number. */
const SEED = 20_250_630;
/** Sales are of the days -60 to -1; the day itself is the one on which the files are brought in. */
const FIRST_DAY = -60;
/** The two periods that are settled, first and last day. */
export const PERIODS = [
  [-60, -31],
  [-30, -1],
];

const OUTRIGHT = "经销";
const CONSIGNMENT = "代销";
const JOINT = "联营";
const RATE = { 13: 130_000n, 9: 90_000n };

/** Title, parent, tax rate in percent, unit and what such goods are called; one that has goods has a unit. */
const CATEGORIES = [
  { id: "A", name: "食品", parent: "" },
  {
    id: "A1",
    name: "粮油",
    parent: "A",
    rate: 9,
    unit: "袋",
    of: ["东北长粒米 5kg", "压榨花生油 5L", "高筋面粉 2.5kg", "小米 1kg", "荞麦挂面 800g"],
  },
  {
    id: "A2",
    name: "乳品",
    parent: "A",
    rate: 9,
    unit: "盒",
    of: ["鲜牛奶 950ml", "原味酸奶 8杯", "低温奶酪 200g", "淡奶油 250ml", "高钙奶 12盒"],
  },
  {
    id: "A3",
    name: "饮料",
    parent: "A",
    rate: 13,
    unit: "瓶",
    of: ["茉莉花茶 500ml", "苏打水 400ml", "橙汁 1L", "气泡水 480ml", "冰红茶 1L"],
  },
  {
    id: "A4",
    name: "零食",
    parent: "A",
    rate: 13,
    unit: "包",
    of: ["海盐薯片 70g", "每日坚果 25g", "苏打饼干 400g", "山楂条 120g", "牛肉干 100g"],
  },
  { id: "B", name: "百货", parent: "" },
  {
    id: "B1",
    name: "日化",
    parent: "B",
    rate: 13,
    unit: "瓶",
    of: ["茶树洗发露 400ml", "氨基酸洁面 120g", "洗衣液 3kg", "护手霜 75g", "漱口水 500ml"],
  },
  { id: "B2", name: "家纺", parent: "B", rate: 13, unit: "件", of: ["全棉毛巾", "四件套 1.8m", "竹纤维浴巾", "乳胶枕", "夏凉被 1.5m"] },
  { id: "C", name: "生鲜", parent: "" },
  { id: "C1", name: "果蔬", parent: "C", rate: 9, unit: "kg", of: ["红富士苹果", "皇冠梨", "上海青", "西红柿", "紫皮洋葱"] },
  { id: "C2", name: "冷鲜肉", parent: "C", rate: 9, unit: "kg", of: ["猪前腿肉", "牛腩", "去骨鸡腿", "羊排", "猪肋排"] },
];

const STORES = [
  { id: "01", name: "清风东店", area: "东区" },
  { id: "02", name: "清风西店", area: "西区" },
  { id: "03", name: "清风南店", area: "南区" },
];

/** Way of trading, share of sales that the retailer keeps in millionths, and the categories of the goods: several mean several tax rates. */
const SUPPLIERS = [
  [OUTRIGHT, null, "杭州禾悦饮品有限公司", "A3"],
  [OUTRIGHT, null, "成都青岚食品有限公司", "A4"],
  [OUTRIGHT, null, "广州沐禾日化有限公司", "B1"],
  [OUTRIGHT, null, "沈阳麦垄粮油有限公司", "A1"],
  [OUTRIGHT, null, "烟台橙谷果业有限公司", "C1"],
  [OUTRIGHT, null, "呼和浩特云牧肉业有限公司", "C2"],
  [OUTRIGHT, null, "石家庄晨溪乳业有限公司", "A2 A3"],
  [OUTRIGHT, null, "郑州石磨坊食品有限公司", "A1 A4"],
  [OUTRIGHT, null, "合肥竹溪商贸有限公司", "A2 A4"],
  [OUTRIGHT, null, "昆明荷塘贸易有限公司", "C1 A3"],
  [CONSIGNMENT, 200_000n, "南通柏舟家纺有限公司", "B2"],
  [CONSIGNMENT, 180_000n, "苏州松涧日化有限公司", "B1"],
  [CONSIGNMENT, 157_500n, "兰州沙枣果蔬有限公司", "C1"],
  [CONSIGNMENT, 125_000n, "大理雪岭乳业有限公司", "A2"],
  [CONSIGNMENT, 173_300n, "长沙湘麓食品有限公司", "A1 A4"],
  [CONSIGNMENT, 150_000n, "南京梧影饮品有限公司", "A2 A3"],
  [JOINT, 250_000n, "绍兴织里家纺有限公司", "B2"],
  [JOINT, 120_000n, "重庆川柏肉类有限公司", "C2"],
  [JOINT, 225_000n, "福州海屿食品有限公司", "C1 A4"],
  [JOINT, 187_500n, "宁波蓝汐商贸有限公司", "A2 B1"],
];
const GOODS_EACH = 10;

/** What goes otherwise with some suppliers, so that every rule has a case. */
const GIVES_BACK_MORE = { S002: 0, S009: 1 }; // in this period more goes back than comes: the statement is below zero
const OWES_FEES = { S012: 0 }; // in this period fees are more than what was sold
const SELLS_FROM = { S016: -28 }; // sold and charged nothing before: there is no first statement

/** @param {string} day yyyy-MM-dd, the day on which the files are brought in */
export function makeBusiness(day) {
  const random = randomOf(SEED);
  const on = (offset) => addDays(day, offset);
  const suppliers = SUPPLIERS.map(([way, share, name, categories], index) =>
    supplier(index + 1, { way, share, name, categories: categories.split(" ") }),
  );
  const goods = suppliers.flatMap((one) => articles(one, random));
  const made = { day, on, suppliers, goods, stores: STORES.map(store), categories: CATEGORIES, users: users(suppliers) };
  const trade = suppliers.map((one) => tradeWith({ supplier: one, goods: goods.filter(({ provid }) => provid === one.id), random }));
  const inOrder = (name) => trade.flatMap((one) => one[name]).sort((a, b) => a.day - b.day || (a.provid < b.provid ? -1 : 1));
  const [orders, acceptances] = [numbered("CG", inOrder("orders")), numbered("RK", inOrder("acceptances"))];
  const returns = numbered("TC", inOrder("returns"));
  return {
    ...made,
    contracts: suppliers.map((one) => ({ number: `HT-${one.id}`, supplier: one, from: -200, to: 165 })),
    stock: trade.flatMap((one) => one.stock),
    orders,
    acceptances,
    returns,
    fees: numbered("FK", inOrder("fees")),
    sales: inOrder("sales"),
  };
}

function store({ id, name, area }) {
  const number = `清风路${Number(id)}号`;
  return { id, name, area, address: number, tel: `0571-8800000${Number(id)}`, title: "清风百货有限公司", taxNo: "91DEMO000000000001" };
}

function supplier(number, { way, share, name, categories }) {
  const rates = categories.map((id) => categoryOf(id).rate);
  const three = String(number).padStart(3, "0");
  return {
    id: `S${three}`,
    way,
    share,
    name,
    categories,
    /** What its file says; goods have rates of their own. */
    rate: RATE[Math.max(...rates)],
    taxNo: `91DEMO000000001${three}`,
    contact: `联系人${number}`,
    tel: `1990000${String(number).padStart(4, "0")}`,
    bank: "示例银行清风支行",
    account: `62000000${String(number).padStart(8, "0")}`,
    days: 15 + (number % 3) * 15,
  };
}

function articles({ id: provid, way, categories, name }, random) {
  const brand = name.slice(2, 4);
  return Array.from({ length: GOODS_EACH }, (_, index) => {
    const category = categoryOf(categories[index % categories.length]);
    const kinds = category.of;
    const kind = kinds[Math.floor(index / categories.length) % kinds.length];
    const second = index >= kinds.length * categories.length ? "优选" : "";
    const serial = Number(provid.slice(1)) * 100 + index;
    const isWeighed = category.unit === "kg";
    // Some prices have four decimals, as what is bought by the thousand.
    const cost = BigInt(200 + random(4800)) * 100n + (index % 4 === 3 ? 75n : 0n);
    return {
      id: `G${String(serial).padStart(4, "0")}`,
      barcode: barcode(`${isWeighed ? "21" : "690"}${String(serial).padStart(isWeighed ? 10 : 9, "0")}`),
      name: `${brand}${second}${kind}`,
      provid,
      way,
      category,
      rate: RATE[category.rate],
      isWeighed,
      cost,
      price: ((cost * BigInt(120 + random(40))) / 100_000n) * 1000n + 900n,
    };
  });
}

/** Everything that happens with one supplier. */
function tradeWith({ supplier: { id: provid, way }, goods, random }) {
  const orders = [];
  const acceptances = [];
  const isOutright = way === OUTRIGHT;
  const rounds = isOutright ? 9 : 3;
  const serial = Number(provid.slice(1));
  for (let round = 0; round < rounds; round++) {
    const at = FIRST_DAY - 2 + round * (isOutright ? 7 : 20) + (serial % 5);
    const slow = GIVES_BACK_MORE[provid];
    if (slow !== undefined && round > 0 && isWithin(at + 2, PERIODS[slow])) continue;
    const order = { provid, day: at, storeId: STORES[(serial + round) % STORES.length].id, lines: orderLines(goods, random) };
    orders.push(order);
    acceptances.push(...comesIn(order, random));
  }
  const [returns, fees] = [goesBack({ provid, goods, acceptances, random }), charges(provid, random)];
  const sales = sells({ provid, goods, isOutright, random });
  return { orders, acceptances, returns, fees, sales, stock: opening({ provid, goods, random }) };
}

function orderLines(goods, random) {
  const first = random(GOODS_EACH);
  return Array.from({ length: 4 + random(4) }, (_, index) => {
    const article = goods[(first + index * 3) % GOODS_EACH];
    const amount = thousandths(article, 24 + random(160), random);
    return { article, amount, gift: random(8) === 0 ? 2000n : 0n };
  });
}

/** In whole most often; sometimes less than ordered, in two deliveries, or not yet. */
function comesIn(order, random) {
  const fate = random(20);
  const arrive = (later, part) => ({
    order,
    provid: order.provid,
    day: order.day + 2 + later,
    storeId: order.storeId,
    lines: order.lines.flatMap((line, index) => {
      const accepted = part(line, index);
      return accepted === null ? [] : [{ ...line, accepted, acceptedGift: later === 0 ? line.gift : 0n, cost: line.article.cost }];
    }),
  });
  const half = ({ amount }) => (amount / 2000n) * 1000n;
  if (fate === 0) return [];
  if (fate <= 3) return [arrive(0, ({ amount }, index) => (index === 0 ? half({ amount }) : amount))];
  if (fate <= 5) return [arrive(0, half), arrive(2, (line) => line.amount - half(line))].filter((one) => one.day <= 0);
  return [arrive(0, ({ amount }) => amount)].filter((one) => one.day <= 0);
}

/** Some of what came, named; some without a paper; and, of some suppliers, more than came in a whole period. */
function goesBack({ provid, goods, acceptances, random }) {
  const returns = [];
  for (const [index, accept] of acceptances.entries()) {
    if (index % 4 !== 1 || accept.day > -4) continue;
    const lines = accept.lines
      .slice(0, 2)
      .map(({ article, accepted, cost }) => ({ article, cost, amount: (accepted / 8000n + 1n) * 1000n }));
    returns.push({ provid, accept, day: accept.day + 3, storeId: accept.storeId, lines, reason: "包装破损", isCleared: true });
  }
  const loose = [goods[random(GOODS_EACH)], goods[random(GOODS_EACH)]].filter((one, index, all) => all.indexOf(one) === index);
  const lines = loose.map((article) => ({ article, cost: article.cost, amount: thousandths(article, 4 + random(9), random) }));
  returns.push({ provid, accept: null, day: -20 - random(30), storeId: "02", lines, reason: "临期", isCleared: true });
  // One that the supplier has yet to fetch is in no statement.
  if (Number(provid.slice(1)) % 7 === 0)
    returns.push({ provid, accept: null, day: -5, storeId: "01", lines, reason: "滞销", isCleared: false });
  const period = GIVES_BACK_MORE[provid];
  if (period !== undefined) {
    const all = goods.map((article) => ({ article, cost: article.cost, amount: thousandths(article, 70 + random(30), random) }));
    for (const { id: storeId } of STORES)
      returns.push({ provid, accept: null, day: PERIODS[period][1] - 6, storeId, lines: all, reason: "换季清场", isCleared: true });
  }
  return returns;
}

/** Fees of 6 %; most are deducted from what is owed, some are paid apart. */
function charges(provid, random) {
  const items = [
    ["促销服务费", "周末堆头"],
    ["陈列费", "端架"],
    ["物流费", "配送"],
  ];
  const fees = [];
  for (const [period, [first, last]] of PERIODS.entries()) {
    const [item, name] = items[random(items.length)];
    if (first < SELLS_FROM[provid]) continue;
    const about = { provid, item, name, from: first, to: last, day: last - random(12) };
    if (random(5) > 0) fees.push({ ...about, money: BigInt(20_000 + random(180_000)), way: random(6) === 0 ? "转账" : "账扣" });
    if (OWES_FEES[provid] === period) fees.push({ ...about, item: "装修费", name: "专柜装修", money: 4_200_000n, way: "账扣" });
  }
  // Of today: it goes into a later statement.
  if (Number(provid.slice(1)) % 6 === 0)
    fees.push({ provid, item: "陈列费", name: "端架", from: 0, to: 29, day: 0, money: 88_888n, way: "账扣" });
  return fees;
}

/** What each store sold of an article on a day, as its tills report it; customers bring something back now and then. */
function sells({ provid, goods, isOutright, random }) {
  const sales = [];
  for (let day = FIRST_DAY; day < 0; day++) {
    const isBusy = (day + 70) % 7 < 2;
    for (const { id: storeId } of STORES) {
      for (const article of goods) {
        const isSold = random(100) < (isOutright ? 16 : 38);
        const pieces = 1 + random(isBusy ? 7 : 4);
        const fraction = random(1000);
        const isBack = random(90) === 0;
        const isCheap = random(12) === 0;
        if (!isSold || day < (SELLS_FROM[provid] ?? FIRST_DAY)) continue;
        const amount = isBack ? -1000n : BigInt(pieces) * 1000n + (article.isWeighed ? BigInt(fraction) : 0n);
        const price = isCheap ? (article.price * 9n) / 10n : article.price;
        sales.push({ provid, day, storeId, article, amount, price });
      }
    }
  }
  return sales;
}

/** What lay in the stores before the first day; more of what goes back by the hundred. */
function opening({ provid, goods, random }) {
  const base = GIVES_BACK_MORE[provid] === undefined ? 300 : 900;
  return STORES.flatMap(({ id: storeId }) =>
    goods.map((article) => ({ provid, storeId, article, amount: thousandths(article, base + random(200), random) })),
  );
}

function users(suppliers) {
  const own = [
    { id: "chen.buyer", name: "陈采", group: "buyer", confirms: false },
    { id: "lin.finance", name: "林财", group: "finance", confirms: true },
    { id: "gao.auditor", name: "高审", group: "auditor", confirms: false },
  ];
  return {
    own,
    suppliers: suppliers.map((one) => ({ id: `qf.${one.id.toLowerCase()}`, name: one.contact, group: "supplier", provid: one.id })),
  };
}

/** Documents in the order of their days, with the numbers that the retailer's own system gave them. */
const numbered = (prefix, papers) =>
  papers.map((paper, index) => Object.assign(paper, { number: `${prefix}${String(index + 1).padStart(6, "0")}` }));
const isWithin = (day, [first, last]) => first <= day && day <= last;
const categoryOf = (id) => CATEGORIES.find((one) => one.id === id);

/** Whole pieces; of what is weighed some grams more. */
function thousandths({ isWeighed }, pieces, random) {
  const grams = random(200) * 5;
  return BigInt(pieces) * 1000n + (isWeighed ? BigInt(grams) : 0n);
}

/** The thirteen digits of an article number with its check digit. */
function barcode(twelve) {
  const sum = [...twelve].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

/** mulberry32: a stream of numbers from 0 to below the one it is asked with. */
function randomOf(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
