/** A notice or the news of a version. */
export interface BoardText {
  readonly kind: "announcement" | "release";
  readonly title: string;
  readonly content: string;
  readonly audience: "all" | "shop" | "supplier";
  readonly version?: string;
  readonly isTop?: true;
}

export const BOARDS = {
  receiving: {
    kind: "announcement",
    title: "节假日收货时间安排",
    content: "节假日期间各门店收货时间调整为 08:00-12:00，请提前预约送货时段，逾时不予收货。",
    audience: "all",
    isTop: true,
  },
  statements: {
    kind: "announcement",
    title: "供应商对账与交票时间说明",
    content: "请在收到结算单后五个工作日内完成对账确认，并在交票截止日前录入税票、上传票面图片。",
    audience: "supplier",
  },
  fireDrill: {
    kind: "announcement",
    title: "门店消防演练通知",
    content: "本周五 15:00 各门店进行消防演练，请各部门安排人员参加。",
    audience: "shop",
  },
  oldInvoices: {
    kind: "announcement",
    title: "开票资料变更说明（作废）",
    content: "本通知内容有误，请以各门店开票信息查询页面为准。",
    audience: "supplier",
  },
  promotion: {
    kind: "announcement",
    title: "促销活动报名通知",
    content: "下月促销活动开始报名，请有意参加的供应商在系统内提交新品或报价。",
    audience: "supplier",
  },
  version23: {
    kind: "release",
    title: "版本 2.3.0：预约送货",
    content: "新增送货预约与结算预约；订单页面可直接发起预约。",
    audience: "all",
    version: "2.3.0",
  },
  version24: {
    kind: "release",
    title: "版本 2.4.0：证照到期提醒",
    content: "证照到期前30天提醒；支持上传多张证照图片。",
    audience: "all",
    version: "2.4.0",
  },
  version25: {
    kind: "release",
    title: "版本 2.5.0：竞价采购",
    content: "新增竞价采购与报价报表，供应商可在线报价。",
    audience: "all",
    version: "2.5.0",
  },
} as const satisfies Record<string, BoardText>;

export type BoardKey = keyof typeof BOARDS;
