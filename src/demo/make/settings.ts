import { demoUrl } from "../demo-files.ts";
import { dayAt, put, type ShopWorld } from "../world.ts";

/** The key that says which day the demo is built around. */
const ANCHOR_KEY = "demo.anchor";

type Setting = readonly [key: string, name: string, group: string, type: string, value: string, scope: string, off?: "off"];

/** The manuals have no value: the portal makes them itself until a shop sets a file of its own. */
const SETTINGS: readonly Setting[] = [
  ["site.title", "系统名称", "网站", "text", "供应链管理系统", "website"],
  ["site.logo", "网站标志", "网站", "url", demoUrl("logo", 0), "website"],
  ["site.miniQr", "小程序二维码", "网站", "url", demoUrl("qr", 0), "website"],
  ["site.manualSupplier", "供应商操作手册", "网站", "url", "", "website"],
  ["site.manualRetailer", "商场操作手册", "网站", "url", "", "website"],
  ["site.watermark", "打印水印", "网站", "bool", "true", "website"],
  ["login.idleMinutes", "空闲退出（分钟）", "安全", "int", "30", "system"],
  ["login.maxHours", "最长登录（小时）", "安全", "int", "12", "system"],
  ["password.minLength", "密码最短长度", "安全", "int", "8", "system"],
  ["list.maxRows", "一次最多行数", "列表", "int", "5000", "system"],
  ["export.maxRows", "导出最多行数", "列表", "int", "1000000", "system"],
  ["upload.maxMegabytes", "上传大小（MB）", "上传", "int", "5", "system"],
  ["print.paper", "默认纸张", "打印", "enum", "P1", "shop"],
  ["order.validDays", "订单有效天数", "订单", "int", "20", "shop"],
  ["order.autoClose", "到期自动关闭", "订单", "bool", "true", "shop"],
  ["order.leadDays", "备货天数", "订单", "int", "3", "shop"],
  ["accept.overRate", "允许超收比例", "验收", "text", "0.05", "shop"],
  ["accept.needOrder", "必须凭订单验收", "验收", "bool", "true", "shop"],
  ["balance.autoGenerate", "账期末自动生成结算单", "结算", "bool", "false", "shop"],
  ["balance.autoSubmit", "自动提交对账", "结算", "bool", "false", "shop"],
  ["balance.invoiceTolerance", "税票容差（元）", "结算", "text", "0.01", "shop"],
  ["balance.planDays", "计划付款天数", "结算", "int", "15", "shop"],
  ["pay.needInvoice", "付款须交齐税票", "付款", "bool", "true", "shop"],
  ["message.keepDays", "消息保留（天）", "消息", "int", "180", "shop", "off"],
];

/** The shop's settings, and the anchor day. */
export async function makeSettings(world: ShopWorld): Promise<void> {
  const anchor: Setting = [ANCHOR_KEY, "演示数据基准日", "演示", "text", world.anchor, "system"];
  for (const [ConfigKey, ConfigName, ConfigGroup, ValueType, value, scope, off] of [...SETTINGS, anchor]) {
    await put(world, "ConfigItem", {
      ConfigKey,
      ConfigName,
      ConfigGroup,
      ValueType,
      ConfigValue: value || null,
      DefaultValue: value || null,
      scope,
      statu: off === undefined ? 1 : 0,
      creator: "系统",
      createtime: `${dayAt(world, -400)} 09:00:00`,
    });
  }
}
