// Generated from the entities (schemas/entities, schemas/shared) by `npm run generate:types`. Do not edit: change them and run it again.
import { type CodeOf, codes } from "../base/codes.ts";

export const ApiKeyStt = codes("ApiKeyStt", { issued: 10, revoked: 90 });
export type ApiKeyStt = CodeOf<typeof ApiKeyStt>;
export const ApplicationStatus = codes("ApplicationStatus", { entered: 0, submitted: 10, approved: 50, refused: -1 });
export type ApplicationStatus = CodeOf<typeof ApplicationStatus>;
export const AppointmentStatu = codes("AppointmentStatu", { entered: 0, submitted: 10, approved: 50, refused: -1, cancelled: -2 });
export type AppointmentStatu = CodeOf<typeof AppointmentStatu>;
export const ApproveLogResult = codes("ApproveLogResult", { agreed: 1, refused: -1 });
export type ApproveLogResult = CodeOf<typeof ApproveLogResult>;
export const AuditRuleMdlId = codes("AuditRuleMdlId", { paymentApproval: 509, balanceApplication: 504, paymentRequest: 523 });
export type AuditRuleMdlId = CodeOf<typeof AuditRuleMdlId>;
export const BalanceLinePart = codes("BalanceLinePart", { goods: 1, fee: 2, carried: 3 });
export type BalanceLinePart = CodeOf<typeof BalanceLinePart>;
export const BalancePayFathStatu = codes("BalancePayFathStatu", { toPay: 20, atBank: 25, paid: 50 });
export type BalancePayFathStatu = CodeOf<typeof BalancePayFathStatu>;
export const BoardStatu = codes("BoardStatu", { draft: 0, published: 10, withdrawn: -1 });
export type BoardStatu = CodeOf<typeof BoardStatu>;
export const ChangeApplyApplyType = codes("ChangeApplyApplyType", { sign: 1, renew: 2, change: 3, end: 4, info: 5 });
export type ChangeApplyApplyType = CodeOf<typeof ChangeApplyApplyType>;
export type ConfigScope = "system" | "shop" | "website" | "person" | "former";
export type ConfigValueType = "text" | "int" | "money" | "rate" | "date" | "bool" | "enum" | "url";
export const CostAdjustAdjustType = codes("CostAdjustAdjustType", { price: 1, compensation: 2, refund: 3 });
export type CostAdjustAdjustType = CodeOf<typeof CostAdjustAdjustType>;
export const CostAdjustCost_statu = codes("CostAdjustCost_statu", { entered: 0, submitted: 10, audited: 50, voided: -1 });
export type CostAdjustCost_statu = CodeOf<typeof CostAdjustCost_statu>;
export const DelegationStt = codes("DelegationStt", { granted: 10, ended: 90 });
export type DelegationStt = CodeOf<typeof DelegationStt>;
export const Enabled = codes("Enabled", { enabled: 1, disabled: 0 });
export type Enabled = CodeOf<typeof Enabled>;
export const FeeBillDeductWay = codes("FeeBillDeductWay", { deduction: 1, cash: 2, transfer: 3 });
export type FeeBillDeductWay = CodeOf<typeof FeeBillDeductWay>;
export const FeeBillPayStt = codes("FeeBillPayStt", { unpaid: 0, paying: 25, paid: 50 });
export type FeeBillPayStt = CodeOf<typeof FeeBillPayStt>;
export const FeeBillStatu = codes("FeeBillStatu", { entered: 0, audited: 10, cleared: 50 });
export type FeeBillStatu = CodeOf<typeof FeeBillStatu>;
export const FeeInvoiceStatu = codes("FeeInvoiceStatu", { open: 0, issued: 50, reversed: 60, voided: -1 });
export type FeeInvoiceStatu = CodeOf<typeof FeeInvoiceStatu>;
export const GenericStatus = codes("GenericStatus", { entered: 0, audited: 10, confirmed: 50 });
export type GenericStatus = CodeOf<typeof GenericStatus>;
export const GoodsImgcount = codes("GoodsImgcount", { none: 0, incomplete: 1, complete: 2 });
export type GoodsImgcount = CodeOf<typeof GoodsImgcount>;
export const ImportRunStt = codes("ImportRunStt", { ready: 0, running: 10, done: 20, refused: 30, undoing: 40, undone: 50, stuck: 60 });
export type ImportRunStt = CodeOf<typeof ImportRunStt>;
export const InvoiceApplyStatu = codes("InvoiceApplyStatu", { open: 10, cleared: 50 });
export type InvoiceApplyStatu = CodeOf<typeof InvoiceApplyStatu>;
export const InvoiceStatus = codes("InvoiceStatus", { unverified: 0, verified: 1, failed: -1 });
export type InvoiceStatus = CodeOf<typeof InvoiceStatus>;
export const InvoiceType = codes("InvoiceType", { special: 1, ordinary: 2, digitalSpecial: 3, digitalOrdinary: 4 });
export type InvoiceType = CodeOf<typeof InvoiceType>;
export const LicenceStatu = codes("LicenceStatu", { entered: 0, submitted: 10, audited: 50, refused: -1 });
export type LicenceStatu = CodeOf<typeof LicenceStatu>;
export const NewGoodsStt = codes("NewGoodsStt", { entered: 0, submitted: 10, approved: 50, refused: -1 });
export type NewGoodsStt = CodeOf<typeof NewGoodsStt>;
export const OperMode = codes("OperMode", { outright: 1, consignment: 2, jointOperation: 3, lease: 4 });
export type OperMode = CodeOf<typeof OperMode>;
export const OrderOrderType = codes("OrderOrderType", { normal: 1, promotion: 2, replenishment: 3 });
export type OrderOrderType = CodeOf<typeof OrderOrderType>;
export const PayApplyStt = codes("PayApplyStt", { entered: 0, submitted: 10, inApproval: 20, approved: 50, refused: -1 });
export type PayApplyStt = CodeOf<typeof PayApplyStt>;
export const PayBillStatus = codes("PayBillStatus", { unconfirmed: 10, toPay: 20, atBank: 25, carried: 40, paid: 50, reversed: 60 });
export type PayBillStatus = CodeOf<typeof PayBillStatus>;
export const PayConfigPayWay = codes("PayConfigPayWay", { zsPay: 2, kingDeePay: 3 });
export type PayConfigPayWay = CodeOf<typeof PayConfigPayWay>;
export const PayEntryStatu = codes("PayEntryStatu", { entered: 0, submitted: 10, posted: 50, reversed: 60 });
export type PayEntryStatu = CodeOf<typeof PayEntryStatu>;
export const PayOperate = codes("PayOperate", { payment: 1, refund: 2, query: 3, reversal: 4, refundDue: 5, offset: 6, credit: 7 });
export type PayOperate = CodeOf<typeof PayOperate>;
export const PayOrderStatu = codes("PayOrderStatu", { toPay: 10, paying: 25, paid: 50, reversed: 60, closed: -1 });
export type PayOrderStatu = CodeOf<typeof PayOrderStatu>;
export const PayRecordResult = codes("PayRecordResult", { succeeded: 1, pending: 0, failed: -1 });
export type PayRecordResult = CodeOf<typeof PayRecordResult>;
export const PaySign = codes("PaySign", { received: 1, paidOut: -1 });
export type PaySign = CodeOf<typeof PaySign>;
export const PayStatus = codes("PayStatus", { unconfirmed: 10, toPay: 20, atBank: 25, carried: 40, paid: 50 });
export type PayStatus = CodeOf<typeof PayStatus>;
export const PayWay = codes("PayWay", { transfer: 1, zsPay: 2, kingDeePay: 3, cash: 4, deduction: 5 });
export type PayWay = CodeOf<typeof PayWay>;
export const PayeeAccountStatu = codes("PayeeAccountStatu", { waiting: 20, effective: 50, stopped: 60, withdrawn: -1 });
export type PayeeAccountStatu = CodeOf<typeof PayeeAccountStatu>;
export type PayeeNote = "none" | "idle" | "first" | "known";
export const PlanStep = codes("PlanStep", {
  audit: 1, reconcile: 2, confirmed: 3, invoicesDue: 4, invoicesIn: 5, invoicesUploaded: 6, paid: 7, carried: 8,
});
export type PlanStep = CodeOf<typeof PlanStep>;
export const ProviderStatu = codes("ProviderStatu", { active: 1, stopped: 0 });
export type ProviderStatu = CodeOf<typeof ProviderStatu>;
export type PurchaseKind = "investment" | "bidding";
export const PurchaseReleasePurchasestt = codes("PurchaseReleasePurchasestt", { open: 0, quoted: 1, closed: 2 });
export type PurchaseReleasePurchasestt = CodeOf<typeof PurchaseReleasePurchasestt>;
export const PurchaseStatus = codes("PurchaseStatus", { entered: 0, published: 10, closed: 50, voided: -1 });
export type PurchaseStatus = CodeOf<typeof PurchaseStatus>;
export const PushHookStt = codes("PushHookStt", { running: 10, paused: 20, failed: 30, ended: 90 });
export type PushHookStt = CodeOf<typeof PushHookStt>;
export const PushRecordStt = codes("PushRecordStt", { retrying: 10, delivered: 50, undelivered: 90 });
export type PushRecordStt = CodeOf<typeof PushRecordStt>;
export const QuoteStatus = codes("QuoteStatus", { waiting: 0, taken: 1, failed: -1 });
export type QuoteStatus = CodeOf<typeof QuoteStatus>;
export const RecedeStatu = codes("RecedeStatu", { entered: 0, audited: 10, cleared: 50 });
export type RecedeStatu = CodeOf<typeof RecedeStatu>;
export const ReceiptStatus = codes("ReceiptStatus", { none: 0, partial: 1, received: 2, all: 3, settled: 4 });
export type ReceiptStatus = CodeOf<typeof ReceiptStatus>;
export const ReconcileStatus = codes("ReconcileStatus", {
  entered: 0, supplierAudited: 10, audited: 20, confirmed: 50, reviewed: 60, excluded: -1,
});
export type ReconcileStatus = CodeOf<typeof ReconcileStatus>;
export const RegistrationStt = codes("RegistrationStt", { submitted: 0, approved: 50, refused: -1 });
export type RegistrationStt = CodeOf<typeof RegistrationStt>;
export const SellStatus = codes("SellStatus", { onSale: 1, stopped: 0, pending: -1 });
export type SellStatus = CodeOf<typeof SellStatus>;
export const SettleCycle = codes("SettleCycle", { halfMonthly: 1, monthly: 2, onDelivery: 3 });
export type SettleCycle = CodeOf<typeof SettleCycle>;
export const SlotRuleWeekday = codes("SlotRuleWeekday", {
  everyDay: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6, sunday: 7,
});
export type SlotRuleWeekday = CodeOf<typeof SlotRuleWeekday>;
export const SourceKind = codes("SourceKind", { acceptance: 1, return: 2, costAdjustment: 3, fee: 4, sale: 5, carried: 6 });
export type SourceKind = CodeOf<typeof SourceKind>;
export const StockStatu = codes("StockStatu", { onSale: 1, stopped: 0 });
export type StockStatu = CodeOf<typeof StockStatu>;
export const TaxInvoiceFailkind = codes("TaxInvoiceFailkind", { failed: 1, duplicate: 2, wrongAmount: 3, wrongTitle: 4, voided: 6 });
export type TaxInvoiceFailkind = CodeOf<typeof TaxInvoiceFailkind>;
export type UserKind = "mall" | "retail" | "supplier" | "bidder";
export const VoucherStatu = codes("VoucherStatu", { audited: 10, cleared: 50 });
export type VoucherStatu = CodeOf<typeof VoucherStatu>;

/** 验收单 */
export type AcceptRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  Billid: string | null; busdate: string | null; Statu: GenericStatus | null; auditor: string | null; audittime: string | null;
  Degree: number | null; BalaBillid: string | null; OrderBillid: string | null; provid: string | null; Provider: string | null;
  OperMode: OperMode | null; StoreId: string | null; StoreName: string | null; amount: bigint | null; present_amou: bigint | null;
  accept_amou: bigint | null; accept_send: bigint | null; sum_cost: bigint | null; taxMoney: bigint | null; confirmtime: string | null;
}>;

/** 验收明细 */
export type AcceptLineRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; GoodsId: string | null; Barcode: string | null;
  GoodsName: string | null; spec: string | null; unit: string | null; Billid: string | null; amount: bigint | null;
  present_amou: bigint | null; accept_amou: bigint | null; accept_send: bigint | null; cost: bigint | null; sum_cost: bigint | null;
  taxRate: bigint | null; netMoney: bigint | null; taxMoney: bigint | null;
}>;

/** 建议与意见 */
export type AdviceRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; USER_ID: string | null; UsrName: string | null; tel: string | null; title: string | null;
  content: string | null; img: string | null; source: "portal" | "qr" | null; isreply: boolean; reply: string | null;
  replyer: string | null; replytime: string | null; isread: boolean; readtime: string | null;
}>;

/** 接口密钥 */
export type ApiKeyRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  KeyName: string | null; prefix: string | null; Scopes: string | null; ScopeKeys: string | null; expires: string | null;
  rate: number | null; owner: string | null; ownerName: string | null; lastuse: string | null; stt: ApiKeyStt | null; ender: string | null;
  endtime: string | null;
}>;

/** 预约单 */
export type AppointmentRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: AppointmentStatu | null;
  auditor: string | null; audittime: string | null; Degree: number | null; StoreId: string | null; StoreName: string | null;
  rejectReason: string | null; ApplyType: "delivery" | "balance" | null; applydate: string | null; SlotId: string | null;
  slot: string | null; OrderBillid: string | null; BalaBillid: string | null; carNo: string | null; driver: string | null;
  tel: string | null; boxes: number | null; amount: bigint | null;
}>;

/** 审批记录 */
export type ApproveLogRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; Billid: string | null; NodeNo: number | null; NodeName: string | null;
  USER_ID: string | null; forUser: string | null; auditor: string | null; audittime: string | null; result: ApproveLogResult | null;
  opinion: string | null;
}>;

/** 附件 */
export type AttachmentRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; url: string | null; name: string | null; mime: string | null; size: number | null;
  MdlId: number | null; bllid: string | null; visit: "open" | "kept" | null; creator: string | null; createtime: string | null;
}>;

/** 审核规则 */
export type AuditRuleRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  MdlId: AuditRuleMdlId | null; NodeNo: number | null; NodeName: string | null; GroupId: string | null; minMoney: bigint | null;
  maxMoney: bigint | null; passAll: boolean; statu: Enabled | null;
}>;

/** 结算单 */
export type BalanceRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: PayStatus | null;
  auditor: string | null; audittime: string | null; Degree: number | null; startdate: string | null; enddate: string | null;
  OperMode: OperMode | null; settleCycle: SettleCycle | null; GoodsMoney: bigint | null; ReturnMoney: bigint | null;
  AdjustMoney: bigint | null; Bala_fee: bigint | null; FeeApart: bigint | null; CarryMoney: bigint | null; TotalMoney: bigint | null;
  Bala_sum: bigint | null; Sum_invoice: bigint | null; passedgap: bigint | null; passreason: string | null; passer: string | null;
  B2b_statu: ReconcileStatus | null; Isstop: boolean; isconfirm: boolean; confirmcount: number | null; confirmshop: boolean;
  confirmprov: boolean; attachurl: string | null; attachside: "shop" | "supplier" | null; PayBillid: string | null;
  BalaBillid: string | null;
}>;

/** 结算明细 */
export type BalanceLineRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; Billid: string | null; SrcKind: SourceKind | null;
  SrcCount: number | null; SrcBillid: string | null; busdate: string | null; StoreName: string | null; netMoney: bigint | null;
  taxRate: bigint | null; taxMoney: bigint | null; TotalMoney: bigint | null; checked: boolean;
}>;

/** 付款单 */
export type BalancePayRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: PayBillStatus | null;
  auditor: string | null; audittime: string | null; Degree: number | null; BalaBillid: string | null;
  BillKind: "settle" | "advance" | "deposit" | "giveback" | "fee" | null; FromBillid: string | null; OperMode: OperMode | null;
  TotalMoney: bigint | null; Bala_fee: bigint | null; Bala_sum: bigint | null; Pay_sum: bigint | null; Isstop: boolean; reapprove: boolean;
  RevNo: number | null; revkind: "unpaid" | "refund" | null; revby: string | null; revwhy: string | null; PayWay: PayWay | null;
  BankName: string | null; BankAcct: string | null; attachurl: string | null; attachside: "shop" | "supplier" | null; FathId: string | null;
  transid: string | null; planpaydate: string | null; paytime: string | null; payer: string | null; payerid: string | null;
  isconfirm: boolean; confirmcount: number | null;
}>;

/** 付款明细 */
export type BalancePayDetailRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; BalaBillid: string | null; Billid: string | null;
  busdate: string | null; TotalMoney: bigint | null; Bala_fee: bigint | null; Bala_sum: bigint | null; Pay_sum: bigint | null;
}>;

/** 合并付款单 */
export type BalancePayFathRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Pay_sum: bigint | null;
  PayWay: PayWay | null; BankName: string | null; BankAcct: string | null; Statu: BalancePayFathStatu | null; transid: string | null;
  attachurl: string | null; paytime: string | null; payer: string | null; payerid: string | null;
}>;

/** 结算计划 */
export type BalancePlanRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; BalaBillid: string | null; Billid: string | null; busdate: string | null;
  startdate: string | null; enddate: string | null; OperMode: OperMode | null; TotalMoney: bigint | null; Sum_invoice: bigint | null;
  Bala_sum: bigint | null; stt: PlanStep | null; plandate: string | null; finishdate: string | null;
}>;

/** 公告 */
export type BoardRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  BoardKind: "announcement" | "release" | null; title: string | null; content: string | null; file: string | null;
  audience: "all" | "shop" | "supplier" | null; top: boolean; version: string | null; publishtime: string | null; statu: BoardStatu | null;
}>;

/** 公告阅读 */
export type BoardReadRow = Readonly<{
  Id: number; SHOP_ID: string; BoardId: number | null; USER_ID: string | null; UsrName: string | null; readtime: string | null;
  times: number | null;
}>;

/** 品类 */
export type CategoryRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  CategoryId: string | null; CategoryName: string | null; PrtId: string | null; level: number | null;
}>;

/** 变更申请 */
export type ChangeApplyRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: ApplicationStatus | null;
  auditor: string | null; audittime: string | null; Degree: number | null; rejectReason: string | null;
  applyside: "shop" | "supplier" | null; applicant: string | null; submitter: string | null; ApplyKind: "contract" | "info" | null;
  ApplyType: ChangeApplyApplyType | null; ContractNo: string | null; OperMode: OperMode | null; startdate: string | null;
  enddate: string | null; commissionRate: bigint | null;
  fieldName: "Provider" | "TaxNo" | "legalPerson" | "BankName" | "BankAcct" | "payeeAdd" | "payeeStop" | null; oldValue: string | null;
  newValue: string | null; newBank: string | null; file: string | null;
}>;

/** 配置项 */
export type ConfigItemRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  ConfigKey: string | null; ConfigName: string | null; ConfigGroup: string | null; ValueType: ConfigValueType | null;
  ConfigValue: string | null; DefaultValue: string | null; scope: ConfigScope | null; statu: Enabled | null;
}>;

/** 合同 */
export type ContractRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: ApplicationStatus | null;
  auditor: string | null; audittime: string | null; Degree: number | null; rejectReason: string | null; ContractNo: string | null;
  ContractName: string | null; OperMode: OperMode | null; startdate: string | null; enddate: string | null; settleCycle: SettleCycle | null;
  settleDays: number | null; taxRate: bigint | null; commissionRate: bigint | null; guaranteeMoney: bigint | null; file: string | null;
  isPending: boolean;
}>;

/** 成本调整单 */
export type CostAdjustRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; auditor: string | null;
  audittime: string | null; Degree: number | null; StoreId: string | null; StoreName: string | null; BalaBillid: string | null;
  AdjustType: CostAdjustAdjustType | null; AcceptBillid: string | null; amount: bigint | null; DifMoney: bigint | null;
  taxMoney: bigint | null; reason: string | null; Cost_statu: CostAdjustCost_statu | null; rejectReason: string | null;
}>;

/** 成本调整明细 */
export type CostAdjustLineRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; GoodsId: string | null; Barcode: string | null;
  GoodsName: string | null; spec: string | null; unit: string | null; Billid: string | null; amount: bigint | null; oldCost: bigint | null;
  newCost: bigint | null; DifMoney: bigint | null; taxRate: bigint | null; netMoney: bigint | null; taxMoney: bigint | null;
}>;

/** 委托 */
export type DelegationRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  Billid: string | null; provid: string | null; absent: string | null; absentName: string | null; delegate: string | null;
  delegateName: string | null; startdate: string | null; enddate: string | null; Funcs: string | null; FuncKeys: string | null;
  reason: string | null; stt: DelegationStt | null; ender: string | null; endtime: string | null;
}>;

/** 操作日志 */
export type EventLogRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; entity: string | null; bllid: string | null; docTitle: string | null;
  Billid: string | null; actionTitle: string | null; MdlId: number | null; action: string | null; fromStt: string | null;
  toStt: string | null; reason: string | null; USER_ID: string | null; forUser: string | null; causedBy: string | null;
  UsrName: string | null; createtime: string | null; reqkey: string | null;
}>;

/** 费用单 */
export type FeeBillRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: FeeBillStatu | null;
  auditor: string | null; audittime: string | null; Degree: number | null; BalaBillid: string | null;
  FeeKind: "bill" | "instant" | "notice" | null; FeeItem: string | null; FeeName: string | null; ContractNo: string | null;
  startdate: string | null; enddate: string | null; deductWay: FeeBillDeductWay | null; FeeMoney: bigint | null; taxRate: bigint | null;
  netMoney: bigint | null; taxMoney: bigint | null; payStt: FeeBillPayStt | null; PayOrderId: string | null; file: string | null;
}>;

/** 费用发票 */
export type FeeInvoiceRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: FeeInvoiceStatu | null;
  auditor: string | null; audittime: string | null; Degree: number | null; BalaBillid: string | null; FeeBillid: string | null;
  InvType: InvoiceType | null; Code: string | null; Number: string | null; InvDate: string | null; InvTitle: string | null;
  BuyerTaxNo: string | null; taxRate: bigint | null; netMoney: bigint | null; taxMoney: bigint | null; TotalMoney: bigint | null;
  RedBillid: string | null; ImgUrl: string | null; voidReason: string | null;
}>;

/** 销售预测 */
export type ForecastRow = Readonly<{
  provid: string | null; Provider: string | null; StoreId: string | null; StoreName: string | null; GoodsId: string | null;
  Barcode: string | null; GoodsName: string | null; spec: string | null; unit: string | null; Id: number; SHOP_ID: string;
  busdate: string | null; avgAmount: bigint | null; stockAmount: bigint | null; wayAmount: bigint | null; amount: bigint | null;
  errorRate: bigint | null; suggest: bigint | null;
}>;

/** 商品 */
export type GoodsRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; GoodsId: string | null; Barcode: string | null; GoodsName: string | null;
  spec: string | null; unit: string | null; Brand: string | null; CategoryId: string | null; CategoryName: string | null;
  OperMode: OperMode | null; taxRate: bigint | null; taxFrom: string | null; cost: bigint | null; price: bigint | null;
  province: string | null; producer: string | null; country: string | null; gdsimg: string | null; qualityimg: string | null;
  statu: SellStatus | null;
}>;

/** 商品税率 */
export type GoodsRateRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; GoodsId: string | null; taxRate: bigint | null; startdate: string | null;
  creator: string | null; createtime: string | null;
}>;

/** 组权限 */
export type GroupModuleRow = Readonly<{
  Id: number; SHOP_ID: string; GroupId: string | null; MdlId: number | null; Funcs: string | null;
}>;

/** 导入记录 */
export type ImportRunRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  Billid: string | null; provid: string | null; USER_ID: string | null; MdlId: number | null; page: string | null; entity: string | null;
  file: string | null; fileKey: string | null; digest: string | null; rowcount: number | null; chunks: number | null;
  mode: "all" | "good" | null; audits: boolean; phase: "check" | "write" | "back" | "undo" | null; done: number | null;
  created: number | null; updated: number | null; same: number | null; refused: number | null; message: string | null;
  starttime: string | null; endtime: string | null; undoer: string | null; undotime: string | null; stt: ImportRunStt | null;
}>;

/** 税票通知单 */
export type InvoiceApplyRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: InvoiceApplyStatu | null;
  auditor: string | null; audittime: string | null; Degree: number | null; BalaBillid: string | null; InvTitle: string | null;
  TaxNo: string | null; InvAddr: string | null; BankName: string | null; BankAcct: string | null; netMoney: bigint | null;
  taxRate: bigint | null; taxMoney: bigint | null; TotalMoney: bigint | null; FeeNet: bigint | null; FeeTax: bigint | null;
  FeeMoney: bigint | null; deadline: string | null;
}>;

/** 会计分录 */
export type JournalEntryRow = Readonly<{
  Id: number; SHOP_ID: string; posttime: string | null; busdate: string | null; provid: string | null; Provider: string | null;
  Billid: string | null; title: string | null; debitAccount: string | null; creditAccount: string | null; amount: bigint | null;
  source: string | null; sourceid: string | null;
}>;

/** 证照 */
export type LicenceRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; rejectReason: string | null; auditor: string | null; audittime: string | null;
  LicenceKind: "supplier" | "goods" | null; LicenceType: string | null; LicenceNo: string | null; GoodsId: string | null;
  GoodsName: string | null; Barcode: string | null; startdate: string | null; enddate: string | null; img: string | null;
  statu: LicenceStatu | null;
}>;

/** 消息 */
export type MessageRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; side: "shop" | "supplier" | null; USER_ID: string | null; entity: string | null;
  bllid: string | null; Billid: string | null; title: string | null; content: string | null; sendtime: string | null; isread: boolean;
  readtime: string | null;
}>;

/** 配置变更 */
export type ModelEditRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  Billid: string | null; version: string | null; basis: string | null; since: string | null; heldcount: number | null;
  changecount: number | null; state: "waiting" | "confirmed" | "rejected" | "served" | "withdrawn" | null; decider: string | null;
  decidetime: string | null; rejectReason: string | null;
}>;

/** 改动 */
export type ModelEditLineRow = Readonly<{
  Id: number; SHOP_ID: string; Billid: string | null; LineNo: number | null; kind: "held" | "access" | "addition" | "look" | null;
  text: string | null;
}>;

/** 新品 */
export type NewGoodsRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; rejectReason: string | null; auditor: string | null; audittime: string | null;
  producer: string | null; province: string | null; country: string | null; Billid: string | null; NewKind: "release" | "apply" | null;
  GoodsName: string | null; Barcode: string | null; spec: string | null; unit: string | null; Brand: string | null;
  CategoryId: string | null; CategoryName: string | null; OperMode: OperMode | null; taxRate: bigint | null; cost: bigint | null;
  price: bigint | null; gdsimg: string | null; qualityimg: string | null; img: string | null; stt: NewGoodsStt | null;
  publishtime: string | null;
}>;

/** 订单 */
export type OrderRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: GenericStatus | null;
  auditor: string | null; audittime: string | null; Degree: number | null; StoreId: string | null; StoreName: string | null;
  OperMode: OperMode | null; OrderType: OrderOrderType | null; arrivedate: string | null; enddate: string | null; amount: bigint | null;
  present_amou: bigint | null; order_cost: bigint | null; accept_amou: bigint | null; accept_send: bigint | null; isclose: boolean;
  issettled: boolean; confirmtime: string | null;
}>;

/** 订单明细 */
export type OrderLineRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; GoodsId: string | null; Barcode: string | null;
  GoodsName: string | null; spec: string | null; unit: string | null; Billid: string | null; amount: bigint | null;
  present_amou: bigint | null; cost: bigint | null; order_cost: bigint | null; accept_amou: bigint | null; accept_send: bigint | null;
  taxRate: bigint | null;
}>;

/** 付款申请 */
export type PayApplyRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; rejectReason: string | null; auditor: string | null; audittime: string | null;
  BalaBillid: string | null; Billid: string | null; ApplyType: "balance" | "request" | null; applyside: "shop" | "supplier" | null;
  applicant: string | null; submitter: string | null; submittime: string | null; Purpose: "advance" | "deposit" | "giveback" | null;
  FromBillid: string | null; busdate: string | null; PayBillid: string | null; Bala_sum: bigint | null; applyMoney: bigint | null;
  approvedMoney: bigint | null; PayWay: PayWay | null; BankName: string | null; BankAcct: string | null; stt: PayApplyStt | null;
  NodeNo: number | null; NodeName: string | null; file: string | null; Degree: number | null;
}>;

/** 支付渠道 */
export type PayConfigRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  StoreId: string | null; StoreName: string | null; PayWay: PayConfigPayWay | null; channelName: string | null; merchantNo: string | null;
  keyMask: string | null; minMoney: bigint | null; maxMoney: bigint | null; feeRate: bigint | null; sortno: number | null;
  statu: Enabled | null;
}>;

/** 收付款单 */
export type PayEntryRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: PayEntryStatu | null;
  auditor: string | null; audittime: string | null; Degree: number | null;
  EntryKind: "part" | "offset" | "credit" | "refund" | "fee" | "deposit" | null; PayBillid: string | null; FromBillid: string | null;
  FeeBillid: string | null; amount: bigint | null; paydate: string | null; PayWay: PayWay | null; bankref: string | null;
  reason: string | null; applicant: string | null; submitter: string | null; rejectReason: string | null; revby: string | null;
  revwhy: string | null;
}>;

/** 支付订单 */
export type PayOrderRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; bllid: string | null; busdate: string | null;
  FeeName: string | null; Pay_sum: bigint | null; PayWay: PayWay | null; Operate: PayOperate | null; Sign: PaySign | null;
  transid: string | null; Statu: PayOrderStatu | null; expiretime: string | null; paytime: string | null; revby: string | null;
  revwhy: string | null; BackBillid: string | null;
}>;

/** 支付流水 */
export type PayRecordRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; bllid: string | null; transid: string | null;
  linkid: string | null; reversed: PayOperate | null; EntryBillid: string | null; busdate: string | null; Pay_sum: bigint | null;
  PayWay: PayWay | null; Operate: PayOperate | null; Sign: PaySign | null; payAcct: string | null; recvName: string | null;
  recvBank: string | null; recvAcct: string | null; isFirst: boolean; result: PayRecordResult | null; message: string | null;
  paytime: string | null; file: string | null; Degree: number | null; noorder: boolean; fixkind: "send" | "back" | null;
  fixby: string | null; fixwhy: string | null;
}>;

/** 收款账户 */
export type PayeeAccountRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; BankName: string | null; BankAcct: string | null; isExtra: boolean;
  Statu: PayeeAccountStatu | null; effecttime: string | null; stoptime: string | null; ApplyBillid: string | null; creator: string | null;
  auditor: string | null; createtime: string | null; rowver: number;
}>;

/** 供应商档案 */
export type ProviderRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; company_providerDisplayName: string | null; OperMode: OperMode | null;
  TaxNo: string | null; legalPerson: string | null; contact: string | null; tel: string | null; email: string | null;
  province: string | null; city: string | null; address: string | null; BankName: string | null; BankAcct: string | null;
  settleCycle: SettleCycle | null; settleDays: number | null; taxRate: bigint | null; idcardimg: string | null; licenseimg: string | null;
  openlicenseimg: string | null; contractend: string | null; Isstop: boolean; statu: ProviderStatu | null;
}>;

/** 发布明细 */
export type PurchaseLineRow = Readonly<{
  Id: number; SHOP_ID: string; Billid: string | null; LineNo: number | null; GoodsName: string | null; Barcode: string | null;
  spec: string | null; unit: string | null; amount: bigint | null; targetCost: bigint | null;
}>;

/** 采购发布 */
export type PurchaseReleaseRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  Billid: string | null; PurchKind: PurchaseKind | null; title: string | null; CategoryId: string | null; CategoryName: string | null;
  startdate: string | null; enddate: string | null; contact: string | null; tel: string | null; content: string | null; file: string | null;
  PurchStt: PurchaseStatus | null; publishtime: string | null; Degree: number | null;
}>;

/** 推送订阅 */
export type PushHookRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  HookName: string | null; address: string | null; Events: string | null; EventKeys: string | null; owner: string | null;
  ownerName: string | null; stt: PushHookStt | null; failure: string | null; ender: string | null; endtime: string | null;
}>;

/** 推送记录 */
export type PushRecordRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  HookId: string | null; HookName: string | null; delivery: string | null; page: number | null; entity: string | null;
  docTitle: string | null; bllid: string | null; event: "created" | "changed" | "deleted" | "transition" | null; happened: string | null;
  logid: string | null; rowkey: string | null; attempts: number | null; lasttime: string | null; failure: string | null;
  stt: PushRecordStt | null;
}>;

/** 报价单 */
export type QuotationRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; PurchKind: PurchaseKind | null; PurchBillid: string | null;
  title: string | null; CategoryName: string | null; quotedate: string | null; validdate: string | null; TotalMoney: bigint | null;
  PrvPurchStt: QuoteStatus | null; reason: string | null; file: string | null; auditor: string | null; audittime: string | null;
}>;

/** 报价明细 */
export type QuotationLineRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; producer: string | null; province: string | null;
  country: string | null; Billid: string | null; GoodsName: string | null; Barcode: string | null; spec: string | null; unit: string | null;
  amount: bigint | null; cost: bigint | null; TotalMoney: bigint | null; gdsimg: string | null; adopted: boolean;
}>;

/** 扣率调整单 */
export type RateChangeRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: GenericStatus | null;
  auditor: string | null; audittime: string | null; Degree: number | null; StoreId: string | null; StoreName: string | null;
  CategoryId: string | null; CategoryName: string | null; oldRate: bigint | null; newRate: bigint | null; startdate: string | null;
  enddate: string | null; promotion: string | null; reason: string | null;
}>;

/** 退货单 */
export type RecedeRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: RecedeStatu | null;
  auditor: string | null; audittime: string | null; Degree: number | null; StoreId: string | null; StoreName: string | null;
  BalaBillid: string | null; OperMode: OperMode | null; AcceptBillid: string | null; reason: string | null; recededate: string | null;
  amount: bigint | null; sum_cost: bigint | null; taxMoney: bigint | null;
}>;

/** 退货明细 */
export type RecedeLineRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; GoodsId: string | null; Barcode: string | null;
  GoodsName: string | null; spec: string | null; unit: string | null; Billid: string | null; amount: bigint | null; cost: bigint | null;
  sum_cost: bigint | null; taxRate: bigint | null; netMoney: bigint | null; taxMoney: bigint | null; reason: string | null;
}>;

/** 注册申请 */
export type RegistrationRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  Billid: string | null; RegType: "supplier" | "bidding" | null; UsrName: string | null; Provider: string | null; TaxNo: string | null;
  legalPerson: string | null; contact: string | null; tel: string | null; email: string | null; CategoryName: string | null;
  city: string | null; idcardimg: string | null; licenseimg: string | null; openlicenseimg: string | null; stt: RegistrationStt | null;
  rejectReason: string | null; provid: string | null; auditor: string | null; audittime: string | null;
}>;

/** 销售日报 */
export type SaleRow = Readonly<{
  provid: string | null; Provider: string | null; StoreId: string | null; StoreName: string | null; GoodsId: string | null;
  Barcode: string | null; GoodsName: string | null; spec: string | null; unit: string | null; BalaBillid: string | null; Id: number;
  SHOP_ID: string; busdate: string | null; CategoryName: string | null; amount: bigint | null; price: bigint | null;
  saleMoney: bigint | null; costMoney: bigint | null; OperMode: OperMode | null; commissionRate: bigint | null; taxRate: bigint | null;
}>;

/** 商场/零售商 */
export type ShopRow = Readonly<{
  Id: number; SHOP_ID: string | null; ShopName: string | null; ShopKind: "mall" | "retail" | null; MarketId: string | null;
  ProfileKey: string | null; logo: string | null; contact: string | null; tel: string | null; province: string | null; city: string | null;
  address: string | null; TaxNo: string | null; BankName: string | null; BankAcct: string | null; contractstart: string | null;
  contractend: string | null; statu: Enabled | null; rowver: number;
}>;

/** 开店 */
export type ShopOpeningRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  NewShop: string | null; NewName: string | null; ShopKind: "retail" | "mall" | null; ProfileKey: string | null; AdminId: string | null;
  AdminName: string | null;
}>;

/** 预约规则 */
export type SlotRuleRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  StoreId: string | null; StoreName: string | null; SlotId: string | null; RuleKind: "slot" | "arrive" | null; provid: string | null;
  Provider: string | null; ApplyType: "delivery" | "balance" | null; weekday: SlotRuleWeekday | null; slot: string | null;
  starttime: string | null; endtime: string | null; capacity: number | null; leadDays: number | null; statu: Enabled | null;
}>;

/** 库存 */
export type StockRow = Readonly<{
  provid: string | null; Provider: string | null; GoodsId: string | null; Barcode: string | null; GoodsName: string | null;
  spec: string | null; unit: string | null; StoreId: string | null; StoreName: string | null; Id: number; SHOP_ID: string;
  CategoryName: string | null; OperMode: OperMode | null; amount: bigint | null; cost: bigint | null; price: bigint | null;
  avgAmount: bigint | null; lastin: string | null; lastsale: string | null; statu: StockStatu | null; rowver: number;
}>;

/** 门店 */
export type StoreRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  StoreId: string | null; StoreName: string | null; area: string | null; address: string | null; tel: string | null;
  InvTitle: string | null; TaxNo: string | null; InvAddr: string | null; BankName: string | null; BankAcct: string | null;
  taxRate: bigint | null; statu: Enabled | null;
}>;

/** 任务未读 */
export type TaskStateRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; entity: string | null; bllid: string | null; side: "shop" | "supplier" | null;
  taskcount: number | null;
}>;

/** 税票 */
export type TaxInvoiceRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; BalaBillid: string | null; InvType: InvoiceType | null; Code: string | null;
  Number: string | null; InvDate: string | null; InvTitle: string | null; BuyerTaxNo: string | null; SellerTaxNo: string | null;
  netMoney: bigint | null; taxRate: bigint | null; taxMoney: bigint | null; TotalMoney: bigint | null; ratenet: bigint | null;
  ratetax: bigint | null; ratetotal: bigint | null; sharedWith: string | null; taxgap: bigint | null; taxdiff: bigint | null;
  RedNumber: string | null; RedCode: string | null; ImgUrl: string | null; InvoiceStt: InvoiceStatus | null;
  failkind: TaxInvoiceFailkind | null; verifyMsg: string | null; alert: string | null; alertReason: string | null;
  alertClearer: string | null; voidReason: string | null; verifier: string | null; verifytime: string | null; chkid: string | null;
}>;

/** 税率明细 */
export type TaxInvoiceRateRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; InvId: number | null; taxRate: bigint | null;
  netMoney: bigint | null; taxMoney: bigint | null; TotalMoney: bigint | null;
}>;

/** 税票分摊 */
export type TaxInvoiceShareRow = Readonly<{
  Id: number; SHOP_ID: string; provid: string | null; LineNo: number | null; InvId: number | null; BalaBillid: string | null;
  taxRate: bigint | null; TotalMoney: bigint | null;
}>;

/** 使用记录 */
export type UsageLogRow = Readonly<{
  Id: number; SHOP_ID: string; USER_ID: string | null; UsrName: string | null; provid: string | null; Provider: string | null;
  MdlId: number | null; title: string | null; busdate: string | null; visits: number | null; seconds: number | null;
  lasttime: string | null;
}>;

/** 用户 */
export type UserRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  USER_ID: string | null; UsrName: string | null; UserKind: UserKind | null; PROV_ID: string | null; GroupId: string | null;
  tel: string | null; email: string | null; isconfirm: boolean; statu: Enabled | null; lastlogin: string | null; pwdtime: string | null;
}>;

/** 用户组 */
export type UserGroupRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  GroupId: string | null; GroupName: string | null; UserKind: UserKind | null; allModules: boolean; statu: Enabled | null;
}>;

/** 结算凭证 */
export type VoucherRow = Readonly<{
  Id: number; SHOP_ID: string; Remark: string | null; creator: string | null; createtime: string | null; rowver: number;
  provid: string | null; Provider: string | null; Billid: string | null; busdate: string | null; Statu: VoucherStatu | null;
  auditor: string | null; audittime: string | null; Degree: number | null; BalaBillid: string | null; VoucherNo: string | null;
  netMoney: bigint | null; taxRate: bigint | null; taxMoney: bigint | null; TotalMoney: bigint | null; FeeNet: bigint | null;
  FeeTax: bigint | null; FeeMoney: bigint | null; file: string | null;
}>;

/** Entity to its rows as the store reads them: the stored fields. */
export interface Rows {
  Accept: AcceptRow;
  AcceptLine: AcceptLineRow;
  Advice: AdviceRow;
  ApiKey: ApiKeyRow;
  Appointment: AppointmentRow;
  ApproveLog: ApproveLogRow;
  Attachment: AttachmentRow;
  AuditRule: AuditRuleRow;
  Balance: BalanceRow;
  BalanceLine: BalanceLineRow;
  BalancePay: BalancePayRow;
  BalancePayDetail: BalancePayDetailRow;
  BalancePayFath: BalancePayFathRow;
  BalancePlan: BalancePlanRow;
  Board: BoardRow;
  BoardRead: BoardReadRow;
  Category: CategoryRow;
  ChangeApply: ChangeApplyRow;
  ConfigItem: ConfigItemRow;
  Contract: ContractRow;
  CostAdjust: CostAdjustRow;
  CostAdjustLine: CostAdjustLineRow;
  Delegation: DelegationRow;
  EventLog: EventLogRow;
  FeeBill: FeeBillRow;
  FeeInvoice: FeeInvoiceRow;
  Forecast: ForecastRow;
  Goods: GoodsRow;
  GoodsRate: GoodsRateRow;
  GroupModule: GroupModuleRow;
  ImportRun: ImportRunRow;
  InvoiceApply: InvoiceApplyRow;
  JournalEntry: JournalEntryRow;
  Licence: LicenceRow;
  Message: MessageRow;
  ModelEdit: ModelEditRow;
  ModelEditLine: ModelEditLineRow;
  NewGoods: NewGoodsRow;
  Order: OrderRow;
  OrderLine: OrderLineRow;
  PayApply: PayApplyRow;
  PayConfig: PayConfigRow;
  PayEntry: PayEntryRow;
  PayOrder: PayOrderRow;
  PayRecord: PayRecordRow;
  PayeeAccount: PayeeAccountRow;
  Provider: ProviderRow;
  PurchaseLine: PurchaseLineRow;
  PurchaseRelease: PurchaseReleaseRow;
  PushHook: PushHookRow;
  PushRecord: PushRecordRow;
  Quotation: QuotationRow;
  QuotationLine: QuotationLineRow;
  RateChange: RateChangeRow;
  Recede: RecedeRow;
  RecedeLine: RecedeLineRow;
  Registration: RegistrationRow;
  Sale: SaleRow;
  Shop: ShopRow;
  ShopOpening: ShopOpeningRow;
  SlotRule: SlotRuleRow;
  Stock: StockRow;
  Store: StoreRow;
  TaskState: TaskStateRow;
  TaxInvoice: TaxInvoiceRow;
  TaxInvoiceRate: TaxInvoiceRateRow;
  TaxInvoiceShare: TaxInvoiceShareRow;
  UsageLog: UsageLogRow;
  User: UserRow;
  UserGroup: UserGroupRow;
  Voucher: VoucherRow;
}

/** Entity to its fields that are computed when asked for. */
export interface Computed {
  Accept: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null; readonly DifAmount: bigint | null;
    readonly DifSendAmount: bigint | null; readonly linecount: number | null;
  };
  AcceptLine: {
    readonly DifAmount: bigint | null; readonly DifSendAmount: bigint | null;
  };
  Advice: {
    readonly ShopName: string | null; readonly state: "waiting" | "fresh" | "replied" | null;
  };
  ApiKey: {
    readonly ShopName: string | null; readonly state: "revoked" | "over" | "valid" | null;
  };
  Appointment: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
  };
  AuditRule: {
    readonly ShopName: string | null; readonly title: string | null; readonly GroupName: string | null;
  };
  Balance: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly invoicedue: bigint | null; readonly invoicegap: bigint | null; readonly isDelUrl: boolean | null;
    readonly planpaydate: string | null; readonly nextstatu: ReconcileStatus | null; readonly carries: 0 | 1 | 2 | null;
    readonly provstatu: 1 | 0 | null; readonly provend: string | null; readonly linecount: number | null;
    readonly identitygap: bigint | null; readonly invoicesown: bigint | null; readonly sharesaway: bigint | null;
    readonly shareshere: bigint | null; readonly invoicesum: bigint | null; readonly opennotices: number | null;
    readonly contact: string | null; readonly tel: string | null; readonly TaxNo: string | null; readonly BankName: string | null;
    readonly BankAcct: string | null;
  };
  BalanceLine: {
    readonly Provider: string | null; readonly B2b_statu: ReconcileStatus | null; readonly FeeApart: bigint | null;
    readonly part: BalanceLinePart | null;
  };
  BalancePay: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null; readonly due: bigint | null;
    readonly outsum: bigint | null; readonly insum: bigint | null; readonly backsum: bigint | null; readonly isOutside: number | null;
    readonly outside: bigint | null; readonly Sum_invoice: bigint | null; readonly invoicedue: bigint | null;
    readonly invoicegap: bigint | null; readonly passedgap: bigint | null; readonly B2b_statu: ReconcileStatus | null;
    readonly carries: 0 | 1 | null; readonly provstop: boolean | null; readonly approved: bigint | null;
    readonly applications: number | null; readonly fileacct: string | null; readonly paidhere: number | null;
    readonly accountlive: number | null; readonly accountidle: number | null; readonly paidfile: number | null;
    readonly payeenote: PayeeNote | null; readonly isDelUrl: boolean | null; readonly isPay: boolean | null;
    readonly isUpload: boolean | null; readonly isUpdate: boolean | null; readonly isMerge: boolean | null;
    readonly isBankPay: boolean | null; readonly fathstatu: PayStatus | null; readonly fathpayer: string | null;
    readonly fathpayerid: string | null;
  };
  BalancePayFath: {
    readonly ShopName: string | null; readonly paycount: number | null; readonly Bala_sum: bigint | null; readonly stopcount: number | null;
    readonly barecount: number | null; readonly provstop: boolean | null; readonly fileacct: string | null;
    readonly paidhere: number | null; readonly accountlive: number | null; readonly accountidle: number | null;
    readonly paidfile: number | null; readonly payeenote: PayeeNote | null; readonly StatuZH: string | null; readonly isPay: boolean | null;
    readonly isMerge: boolean | null;
  };
  BalancePlan: {
    readonly ShopName: string | null; readonly daysleft: number | null; readonly delaysign: number | null;
    readonly delaydays: number | null;
  };
  Board: {
    readonly ShopName: string | null; readonly readcount: number | null; readonly ownreads: number | null; readonly isread: boolean | null;
  };
  Category: {
    readonly ShopName: string | null;
  };
  ChangeApply: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null; readonly curBank: string | null;
    readonly curAcct: string | null; readonly waiting: number | null;
  };
  ConfigItem: {
    readonly ShopName: string | null;
  };
  Contract: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly lastoutday: number | null; readonly feecount: number | null;
  };
  CostAdjust: {
    readonly ShopName: string | null; readonly Statu: GenericStatus | null; readonly StatuZH: string | null;
    readonly taskcount: number | null; readonly linecount: number | null;
  };
  Delegation: {
    readonly ShopName: string | null; readonly state: "ended" | "over" | "waiting" | "running" | null;
  };
  FeeBill: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly noticeText: string | null; readonly invoiced: number | null;
  };
  FeeInvoice: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly sourceText: string | null; readonly RedNumber: string | null; readonly RedCode: string | null;
  };
  Goods: {
    readonly ShopName: string | null; readonly imgcount: GoodsImgcount | null;
  };
  ImportRun: {
    readonly ShopName: string | null;
  };
  InvoiceApply: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly Sum_invoice: bigint | null; readonly noticeText: string | null;
  };
  Licence: {
    readonly ShopName: string | null; readonly taskcount: number | null; readonly lastoutday: number | null;
  };
  Message: {
    readonly ShopName: string | null; readonly subject: string | null;
  };
  ModelEdit: {
    readonly ShopName: string | null;
  };
  NewGoods: {
    readonly ShopName: string | null; readonly taskcount: number | null;
  };
  Order: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly storeAddress: string | null; readonly storeTel: string | null; readonly accept_cost: bigint | null;
    readonly linecount: number | null; readonly acceptcount: number | null; readonly bookingcount: number | null;
    readonly RecvStt: ReceiptStatus | null;
  };
  PayApply: {
    readonly ShopName: string | null; readonly taskcount: number | null; readonly fileacct: string | null; readonly paidhere: number | null;
    readonly accountlive: number | null; readonly accountidle: number | null; readonly paidfile: number | null;
    readonly payeenote: PayeeNote | null;
  };
  PayConfig: {
    readonly ShopName: string | null;
  };
  PayEntry: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null; readonly billdue: bigint | null;
    readonly fromleft: bigint | null; readonly billattach: string | null; readonly BankName: string | null;
    readonly BankAcct: string | null; readonly fileacct: string | null; readonly payeenote: PayeeNote | null;
    readonly isPart: number | null; readonly paidout: bigint | null;
  };
  PayOrder: {
    readonly ShopName: string | null; readonly StatuZH: string | null;
  };
  PayRecord: {
    readonly ShopName: string | null; readonly against: string | null;
  };
  Provider: {
    readonly ShopName: string | null;
  };
  PurchaseRelease: {
    readonly ShopName: string | null; readonly isopen: boolean | null; readonly purchasestt: PurchaseReleasePurchasestt | null;
    readonly ownquotes: number | null; readonly quotecount: number | null; readonly adoptedcount: number | null;
    readonly linecount: number | null;
  };
  PushHook: {
    readonly ShopName: string | null;
  };
  PushRecord: {
    readonly ShopName: string | null;
  };
  Quotation: {
    readonly ShopName: string | null; readonly enddate: string | null; readonly isopen: boolean | null; readonly ownquotes: number | null;
    readonly linecount: number | null; readonly taskcount: number | null;
  };
  QuotationLine: {
    readonly PurchBillid: string | null;
  };
  RateChange: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
  };
  Recede: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly noticeText: string | null; readonly linecount: number | null;
  };
  Registration: {
    readonly ShopName: string | null; readonly samecount: number | null; readonly opencount: number | null;
  };
  Shop: {
    readonly MarketName: string | null; readonly isout: number | null; readonly lastoutday: number | null;
  };
  ShopOpening: {
    readonly ShopName: string | null;
  };
  SlotRule: {
    readonly ShopName: string | null; readonly used: number | null;
  };
  Stock: {
    readonly sum_cost: bigint | null; readonly days: number | null;
  };
  Store: {
    readonly ShopName: string | null;
  };
  TaxInvoice: {
    readonly ShopName: string | null; readonly shared: bigint | null; readonly taskcount: number | null;
  };
  TaxInvoiceShare: {
    readonly InvoiceStt: InvoiceStatus | null;
  };
  UsageLog: {
    readonly ShopName: string | null;
  };
  User: {
    readonly ShopName: string | null; readonly Provider: string | null; readonly GroupName: string | null;
  };
  UserGroup: {
    readonly ShopName: string | null; readonly usercount: number | null; readonly mdlcount: number | null;
  };
  Voucher: {
    readonly ShopName: string | null; readonly StatuZH: string | null; readonly taskcount: number | null;
    readonly Sum_invoice: bigint | null; readonly outsum: bigint | null; readonly insum: bigint | null;
  };
}

/** Entity to the names of its transitions, where it has any. */
export interface Transitions {
  Accept: "audit" | "provconfirm" | "unaudit";
  Advice: "reply" | "read";
  ApiKey: "revoke" | "adopt";
  Appointment: "submit" | "audit" | "reject" | "reopen" | "cancel";
  AuditRule: "disable" | "enable";
  Balance:
    | "submit" | "provconfirm" | "confirm" | "recheck" | "exclude" | "restore" | "reject" | "tick" | "stop" | "unstop" | "attach" | "detach"
    | "passinvoice" | "payable" | "paying" | "payfailed" | "paid" | "carry" | "uncarry" | "cleared" | "collect" | "defer" | "unpaid"
    | "uncleared";
  BalancePay:
    | "confirm" | "pay" | "bankpay" | "bankpaid" | "bankfailed" | "mergedpay" | "mergedbankpay" | "mergedbankpaid" | "mergedbankfailed"
    | "merge" | "unmerge" | "update" | "collect" | "defer" | "carry" | "uncarry" | "attach" | "detach" | "askunpaid" | "askrefund"
    | "reverseunpaid" | "reverserefund" | "dropreverse" | "partpay" | "setoff" | "paidup";
  BalancePayFath: "pay" | "bankpay" | "bankpaid" | "bankfailed" | "touched" | "unmerge";
  Board: "publish" | "withdraw";
  ChangeApply: "submit" | "audit" | "reject" | "reopen" | "withdraw";
  Contract: "submit" | "audit" | "reject" | "reopen" | "unaudit" | "begin";
  CostAdjust: "submit" | "provconfirm" | "reject" | "void";
  Delegation: "end";
  FeeBill: "audit" | "unaudit" | "settle" | "unsettle" | "pay" | "paid" | "payfailed" | "unpaid";
  FeeInvoice: "issue" | "void" | "redletter" | "cancel" | "drop" | "reversed";
  ImportRun: "start" | "finish" | "refuse" | "undo" | "leave" | "undone" | "interrupt";
  InvoiceApply: "finish" | "reopen";
  Licence: "submit" | "audit" | "reject" | "reopen";
  Message: "readall";
  ModelEdit: "confirm" | "reject" | "serve" | "withdraw";
  NewGoods: "submit" | "audit" | "reject" | "reopen" | "release";
  Order: "audit" | "provconfirm" | "unaudit" | "close" | "settle" | "unsettle";
  PayApply: "submit" | "audit" | "pass" | "reject" | "reopen" | "revoke";
  PayConfig: "disable" | "enable";
  PayEntry: "submit" | "post" | "reject" | "askreverse" | "reverse" | "dropreverse";
  PayOrder: "bankpay" | "check" | "bankpaid" | "askreverse" | "reverse" | "dropreverse" | "bankfailed" | "close";
  PayRecord: "check" | "succeed" | "fail" | "asksend" | "askback" | "resend" | "giveback" | "dropfix";
  PayeeAccount: "take" | "withdraw" | "stop";
  Provider: "disable" | "enable" | "stop" | "unstop";
  PurchaseRelease: "publish" | "close" | "void";
  PushHook: "pause" | "resume" | "fail" | "end" | "adopt";
  PushRecord: "deliver" | "giveup" | "resend";
  Quotation: "adopt" | "reject" | "lapse";
  RateChange: "audit" | "provconfirm" | "unaudit";
  Recede: "audit" | "unaudit" | "clear";
  Registration: "audit" | "reject";
  Shop: "disable" | "enable";
  SlotRule: "disable" | "enable";
  TaxInvoice: "verify" | "acknowledge" | "verified" | "verifyfailed" | "reopen" | "void" | "recognize";
  User: "disable" | "enable" | "resetpwd" | "unbind";
  Voucher: "finish" | "reopen";
}

/** Entity to its line entities, where it has any. */
export interface Lines {
  Accept: "AcceptLine";
  Balance: "BalanceLine";
  BalancePay: "BalancePayDetail";
  CostAdjust: "CostAdjustLine";
  Goods: "GoodsRate";
  ModelEdit: "ModelEditLine";
  Order: "OrderLine";
  PayApply: "ApproveLog";
  Provider: "PayeeAccount";
  PurchaseRelease: "PurchaseLine";
  Quotation: "QuotationLine";
  Recede: "RecedeLine";
  TaxInvoice: "TaxInvoiceRate" | "TaxInvoiceShare";
}

