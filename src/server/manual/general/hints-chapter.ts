import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { UPLOAD_RULES } from "../../../shared/domain/upload-rules.ts";
import { type Chapter, points, table, text } from "../manual.ts";
import type { WritingFor } from "../side-viewer.ts";

/** What to do about the shared refusals, by their key. One that is not here is listed without advice. */
const ADVICE: Readonly<Record<string, string>> = {
  NOFUNC: "所在的用户组没有该功能的权限，或该操作须由对方办理。需要时请联系管理员授权。",
  STALE: "单据刚被其他人办理过。请刷新列表，核对后再办理。",
  STOP: "该供应商已被停止付款，请先与商场财务核实，取消停付后再办理。",
  MERGED: "该单据已并入合并付款单，请打开合并单办理。",
  NOAPPR: "须等待付款申请的全部审批节点通过。",
  NOLINE: "请先填写至少一行明细再提交或审核。",
  USED: "后面的单据已经引用了本单据，请先处理后面的单据。",
};

const COLUMNS = [
  ["提示", 6],
  ["含义与处理", 9],
] as const;

/** What the portal may say on any page, and what to do then. */
export function hintsChapter(writing: WritingFor): Chapter {
  return {
    title: "常见提示与问题",
    intro: "系统拒绝一项操作时总会说明原因。各功能特有的提示见该功能一节的“可能的提示”，这里列出各处都可能出现的提示。",
    sections: [
      { title: "登录与网络", blocks: table(COLUMNS, signInRows(writing)) },
      { title: "办理单据", blocks: [...table(COLUMNS, sharedRows(writing)), ...CLOSING] },
      { title: "上传文件", blocks: table(COLUMNS, UPLOAD_ROWS) },
    ],
  };
}

function signInRows({ side, profile }: WritingFor): string[][] {
  const manager = side === "supplier" ? "商场或本企业的管理员" : "系统管理员";
  const isGuarded = side === "retailer" && profile.flags.contractGuard === true;
  return [
    ["用户名或密码错误", "请核对大小写和输入法。为了安全，系统不说明是哪一项错误。"],
    [ERRORS.noModules.text, `账号所在的用户组还没有任何功能，请联系${manager}授权。`],
    [ERRORS.noModule.text, `所在的用户组没有该页面的权限，请联系${manager}授权。`],
    ...(isGuarded ? [[ERRORS.contractEnded.text, "合约到期后只能使用部分页面，续约后自动恢复。请联系招商部办理。"]] : []),
    ["登录已失效，请重新登录", "长时间没有操作，或密码被重置。重新登录后回到原来的页面。"],
    [ERRORS.timeout.text, "服务器没有在规定时间内答复。请检查网络；办理单据时请先刷新核对是否已经成功。"],
    [ERRORS.offline.text, "电脑没有连接网络，或网络不稳定。恢复后重试即可，不会重复办理。"],
  ];
}

function sharedRows({ registry }: WritingFor): string[][] {
  return Object.entries(registry.messages).map(([key, message]) => [message, ADVICE[key] ?? "—"]);
}

const UPLOAD_ROWS: readonly string[][] = [
  [ERRORS.notAnImage.text, `只接受 ${UPLOAD_RULES.image.extensions.join("、")} 图片，改了扩展名的其他文件也不接受。`],
  [UPLOAD_RULES.image.tooLarge, "图片过大。请用手机或电脑的图片工具缩小后再上传。"],
  [UPLOAD_RULES.file.wrongType, "该处只接受列出的文件类型，请先转换格式。"],
  [UPLOAD_RULES.file.tooLarge, "文件过大，请压缩或拆分后再上传。"],
  [ERRORS.uploadFailed.text, "文件没有保存成功。请重试，仍失败请联系管理员。"],
];

const CLOSING = [
  text("提示中没有说明的问题，请记下以下内容后联系管理员，便于尽快查找原因："),
  points("发生的时间、所在页面和单号。", "页面上显示的完整提示，以及错误页上的编号。"),
];
