/** What suppliers suggest, and what the shop answers. */
export const ADVICES: readonly { readonly title: string; readonly content: string; readonly reply?: string }[] = [
  {
    title: "希望增加晚间收货时段",
    content: "白天进城限行，希望门店能开放 18:00 以后的收货时段。",
    reply: "南区店、北区店下月起试行晚间收货，请留意预约配置。",
  },
  { title: "对账单导出格式", content: "导出的对账单希望增加含税单价一列，方便与我方系统核对。", reply: "已列入下一版本，预计月底上线。" },
  {
    title: "退货通知太晚",
    content: "退货通知当天才收到，来不及安排车辆，希望至少提前三天。",
    reply: "已要求门店提前三天审核退货单，感谢提醒。",
  },
  { title: "订单打印字体偏小", content: "针式打印机打印订单时字体太小，仓库人员看不清。", reply: "打印模板已调大字号，请重新打印查看。" },
  { title: "证照提醒方式", content: "证照到期提醒希望能同时发送短信。", reply: "短信提醒正在评估，目前请关注系统消息。" },
  { title: "月台排队时间长", content: "上午十点前后月台排队超过一小时，建议分流。", reply: "已增加东区店月台，并按时段限量预约。" },
  { title: "税票录入希望支持批量", content: "每月税票较多，希望可以批量导入发票号码和图片。" },
  { title: "缺货信息能否共享", content: "希望能看到门店缺货数据，便于我们提前备货。" },
  { title: "收货人员态度好评", content: "西区店收货员工作认真负责，卸货配合到位，特此表扬。" },
];
