import { moneyOf } from "./calculation.mjs";

/** How many decimals a number of each kind has in the files. */
const quantity = (thousandths) => decimal(thousandths, 3);
const price = (tenThousandths) => decimal(tenThousandths, 4);
export const yuan = (cents) => decimal(cents, 2);
export const rate = (millionths) => decimal(millionths, 6);
const percent = (millionths) => `${Number(millionths) / 10_000}%`;
const slashes = (day) => day.split("-").map(Number).join("/");
const digits = (day) => day.replaceAll("-", "");
/** As people write large amounts. */
const grouped = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

const CYCLE = "月结";

/**
 * The files, in the order in which they are brought in: page, headings and rows. The same thing is written in several ways, as files from different
 * hands do: days with hyphens, slashes or nothing in between, rates as percent or fraction, yes as 是 or 1.
 *
 * @param {ReturnType<import("./business.mjs").makeBusiness>} business
 */
export function tablesOf(business) {
  const { on } = business;
  const day = (offset) => on(offset);
  return [
    {
      name: "01-stores",
      page: 9011,
      headings: ["门店编号", "门店名称", "区域", "地址", "电话", "开票抬头", "税号", "状态"],
      rows: business.stores.map((one) => [one.id, one.name, one.area, one.address, one.tel, one.title, one.taxNo, "启用"]),
    },
    {
      name: "02-categories",
      page: 9012,
      headings: ["品类编号", "品类", "上级品类", "级次"],
      rows: business.categories.map((one) => [one.id, one.name, one.parent, one.parent === "" ? "1" : "2"]),
    },
    {
      name: "03-suppliers",
      page: 104,
      headings: ["供应商编码", "供应商名称", "经营方式", "税号", "联系人", "电话", "开户行", "账号", "结算周期", "账期天数", "税率"],
      rows: business.suppliers.map((one) => {
        return [
          one.id,
          one.name,
          one.way,
          one.taxNo,
          one.contact,
          one.tel,
          one.bank,
          one.account,
          CYCLE,
          String(one.days),
          percent(one.rate),
        ];
      }),
    },
    {
      name: "04-goods",
      page: 9013,
      headings: ["商品编码", "条码", "商品名称", "单位", "品类编号", "供应商编码", "经营方式", "税率", "进价", "售价", "状态"],
      rows: business.goods.map((one) => {
        const prices = [price(one.cost), price(one.price)];
        return [one.id, one.barcode, one.name, one.category.unit, one.category.id, one.provid, one.way, rate(one.rate), ...prices, "在售"];
      }),
    },
    {
      name: "05-contracts",
      page: 105,
      headings: [
        "合同号",
        "合同名称",
        "签订日期",
        "供应商编码",
        "经营方式",
        "开始日期",
        "结束日期",
        "结算周期",
        "账期天数",
        "税率",
        "扣率",
      ],
      rows: business.contracts.map(({ number, supplier, from, to }) => {
        const { id, way, days, share } = supplier;
        const terms = [CYCLE, String(days), percent(supplier.rate), share === null ? "" : percent(share)];
        return [number, `${way}合同`, day(from), id, way, day(from), day(to), ...terms];
      }),
    },
    {
      name: "06-users",
      page: 801,
      headings: ["用户编号", "姓名", "用户组", "确认方"],
      rows: business.users.own.map((one) => [one.id, one.name, one.group, one.confirms ? "是" : "否"]),
    },
    {
      name: "07-supplier-users",
      page: 805,
      headings: ["用户编号", "姓名", "供应商编码", "用户组"],
      rows: business.users.suppliers.map((one) => [one.id, one.name, one.provid, one.group]),
    },
    {
      name: "08-stock",
      page: 8906,
      headings: ["门店编号", "商品编码", "库存数量"],
      rows: business.stock.map(({ storeId, article, amount }) => [storeId, article.id, quantity(amount)]),
    },
    {
      name: "09-orders",
      page: 8901,
      headings: ["订单号", "业务日期", "供应商编码", "门店编号", "要求到货日", "有效截止", "商品编码", "订货数量", "赠品数量", "进价"],
      rows: business.orders.flatMap((order) => {
        const head = [
          order.number,
          slashes(day(order.day)),
          order.provid,
          order.storeId,
          slashes(day(order.day + 2)),
          slashes(day(order.day + 90)),
        ];
        return order.lines.map(({ article, amount, gift }) => [...head, article.id, quantity(amount), quantity(gift), price(article.cost)]);
      }),
    },
    {
      name: "10-acceptances",
      page: 8902,
      headings: ["验收单号", "业务日期", "订单号", "商品编码", "订货数量", "订货赠品", "验收数量", "验收赠品", "进价"],
      rows: business.acceptances.flatMap((accept) => {
        const head = [accept.number, day(accept.day), accept.order.number];
        return accept.lines.map(({ article, amount, gift, accepted, acceptedGift, cost }) => {
          return [...head, article.id, quantity(amount), quantity(gift), quantity(accepted), quantity(acceptedGift), price(cost)];
        });
      }),
    },
    { name: "11-returns", ...returnsOf(business, true) },
    { name: "12-return-notices", ...returnsOf(business, false) },
    {
      name: "13-fees",
      page: 501,
      headings: ["费用单号", "业务日期", "供应商编码", "费用项目", "费用名称", "费用期间起", "费用期间止", "扣款方式", "费用金额", "税率"],
      rows: business.fees.map((one) => {
        const about = [one.number, day(one.day), one.provid, one.item, one.name, day(one.from), day(one.to)];
        return [...about, one.way, grouped(yuan(one.money)), "6%"];
      }),
    },
    {
      name: "14-sales",
      page: 8908,
      headings: ["销售日期", "门店编号", "商品编码", "销售数量", "销售金额", "销售成本"],
      rows: business.sales.map(({ day: at, storeId, article, amount, price: each }) => {
        const money = [yuan(moneyOf(amount, each)), yuan(moneyOf(amount, article.cost))];
        return [digits(day(at)), storeId, article.id, quantity(amount), ...money];
      }),
    },
  ];
}

/** What the supplier has fetched, or has yet to fetch. */
function returnsOf({ on, returns }, isCleared) {
  return {
    page: 8903,
    headings: ["退货单号", "业务日期", "供应商编码", "门店编号", "验收单号", "退货原因", "退货日期", "商品编码", "退货数量", "进价"],
    rows: returns
      .filter((one) => one.isCleared === isCleared)
      .flatMap((one) => {
        const head = [one.number, on(one.day), one.provid, one.storeId, one.accept?.number ?? "", one.reason, on(one.day + 5)];
        return one.lines.map(({ article, amount, cost }) => [...head, article.id, quantity(amount), price(cost)]);
      }),
  };
}

/** A scaled bigint as people write it. */
function decimal(value, places) {
  const unit = 10n ** BigInt(places);
  const size = value < 0n ? -value : value;
  const fraction = places === 0 ? "" : `.${String(size % unit).padStart(places, "0")}`;
  return `${value < 0n ? "-" : ""}${size / unit}${fraction}`;
}
