import type { FunctionKey } from "../registry/generated/raw.ts";

/** What a right is called where groups are granted theirs; a page's own button title goes before it (docs/decisions/15). */
const FUNCTION_TITLES: Readonly<Record<FunctionKey, string>> = {
  query: "查询",
  export: "导出",
  print: "打印",
  view: "查看",
  add: "新增",
  edit: "编辑",
  del: "删除",
  submit: "提交",
  audit: "审核",
  unaudit: "反审核",
  reject: "驳回",
  confirm: "确认",
  provconfirm: "厂商确认",
  recheck: "复核",
  exclude: "剔除",
  tick: "勾单",
  pay: "付款",
  bankpay: "银行支付",
  check: "查询结果",
  merge: "合并",
  update: "修改",
  upload: "上传",
  delurl: "删除附件",
  delimg: "删除图片",
  balancepay: "免附件付款",
  stop: "启停",
  disable: "停用",
  close: "关闭",
  clear: "清退",
  cancel: "取消",
  publish: "发布",
  quote: "报价",
  adopt: "采纳",
  verify: "验真",
  ocr: "识别",
  grant: "授权",
  resetpwd: "重置密码",
  reset: "恢复默认",
  reply: "回复",
  readall: "全部已读",
};

/** The title of a function key; a key that is not in the table is its own. */
export function functionTitle(key: string): string {
  return Object.hasOwn(FUNCTION_TITLES, key) ? FUNCTION_TITLES[key as FunctionKey] : key;
}
