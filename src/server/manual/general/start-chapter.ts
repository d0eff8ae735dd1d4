import { PASSWORD_RULES } from "../../../shared/domain/password-rules.ts";
import { LIMITS, WINDOW_MS } from "../../auth/judge-tries.ts";
import { type Block, type Chapter, points, steps, table, text } from "../manual.ts";
import type { WritingFor } from "../side-viewer.ts";

const MINUTES = WINDOW_MS / 60_000;

/** How to get in, and what is where. */
export function startChapter(writing: WritingFor): Chapter {
  return {
    title: "快速入门",
    intro: "本章介绍如何登录系统、如何保管密码，以及页面各部分的用法。各功能的具体操作见后面各章。",
    sections: [
      { title: "登录与密码", blocks: signInBlocks(writing) },
      { title: "页面布局与标签页", blocks: layoutBlocks(writing) },
      { title: "权限与角色", blocks: rightsBlocks(writing) },
    ],
  };
}

/** Shops with a bar of their own have links there, others a menu below the account. */
function accountWays({ profile }: WritingFor) {
  return profile.flags.ownLayout === true
    ? { password: "点标题栏右侧的“修改密码”", leave: "点标题栏右侧的“退出”" }
    : { password: "点标题栏右侧的账号，选“修改密码”", leave: "点标题栏右侧的账号，选“退出登录”" };
}

const REGISTER =
  "还没有账号的企业，可以在登录页点“供应商注册”（参加竞价的企业点“竞价注册”），填写企业资料并上传身份证、营业执照和开户许可证的照片。商场审核通过后，即可用注册时填写的用户名登录。";

function signInBlocks(writing: WritingFor): Block[] {
  const { side, registry } = writing;
  const { password, leave } = accountWays(writing);
  const helper = side === "supplier" ? "商场或本企业的系统管理员" : "本企业的系统管理员";
  return [
    text(
      `用浏览器打开“${registry.title}”的网址，即进入登录页。请使用新版 Chrome、Edge 或 Firefox 浏览器，屏幕宽度 1280 像素以上效果最佳；在手机上也可以查询和确认单据。`,
    ),
    steps(
      "输入账号和密码，点“登录”。登录成功后进入首页。",
      `同一账号连续输错 ${LIMITS.captchaOfUser} 次密码后，须同时输入图片中的验证码。看不清时点图片换一张。`,
      `${MINUTES} 分钟内失败 ${LIMITS.user} 次，该账号会被暂时限制登录，请按页面提示的时间等待后再试。`,
      "第一次登录，或密码由管理员重置之后，请立即修改密码。",
    ),
    ...(side === "supplier" ? [text(REGISTER)] : []),
    text(`修改密码：${password}，输入原密码和新密码后保存。新密码须符合以下要求：`),
    points(...PASSWORD_RULES.map(({ text: rule }) => `${rule}。`)),
    text(`忘记密码时请联系${helper}重置。管理员看不到原来的密码，只能设置新密码。`),
    text(`离开座位或办完业务后，请${leave}。长时间不操作时系统会自动退出，需要重新登录；登录后回到原来的页面。`),
  ];
}

function layoutBlocks(writing: WritingFor): Block[] {
  const { side, profile } = writing;
  const { password, leave } = accountWays(writing);
  const rows = [
    [
      "左侧菜单",
      "按业务分组列出有权使用的功能，点组名展开，同时只展开一组。点标题栏左端的按钮可以收起菜单，让页面更宽；下次登录仍保持收起。",
    ],
    ["模块搜索", "在标题栏的搜索框输入功能名称中的几个字，或其拼音、拼音首字母，从结果中选择即可打开，不必记住它在哪个菜单里。"],
    ["消息", "标题栏的铃铛显示未读消息的条数，点击打开消息列表。"],
    ["账号", `修改密码：${password}；退出系统：${leave}。`],
    ["操作手册", "标题栏的问号图标打开本手册；各页面标题旁的问号图标说明该页面的用途。"],
    ...(side === "supplier" ? [["小程序码", "点标题栏的二维码图标，用手机扫码在手机上使用。"]] : []),
    ...(side === "supplier" && profile.flags.advice === true
      ? [["建议与意见", "点建议按钮，用手机扫码即可提出建议；商场回复后菜单上显示红点提醒。"]]
      : []),
    ["标签页", "打开过的页面以标签排列在上方，点标签在各页面之间切换，查询条件和填写的内容都会保留。"],
    ["内容区", "标签页下方是当前页面：上部是标题、按钮和查询条件，下部是列表或表单。"],
  ];
  return [
    text("登录后的页面由左侧菜单、上方的标题栏和标签页、右下方的内容区组成。"),
    ...table(
      [
        ["部分", 2],
        ["用法", 10],
      ],
      rows,
    ),
    points(
      "在标签上点鼠标右键，可以“关闭”当前页、“关闭其他”或“关闭所有”；点标签上的叉号或用鼠标中键点标签，也可以关闭。",
      "首页标签固定在最左边，不能关闭。",
      "标签上有未保存的修改时，关闭前系统会询问是否离开。",
      "窗口较窄（例如手机）时，菜单自动收起，点左上角的按钮打开。",
    ),
  ];
}

function rightsBlocks({ side }: WritingFor): Block[] {
  const who =
    side === "supplier"
      ? "商场为供应商的用户组授权，供应商的管理员可以管理本企业的用户"
      : "系统管理员在用户组中授权，用户属于哪个组就有哪个组的权限";
  return [
    text(
      `本手册介绍${side === "supplier" ? "供应商" : "零售商和商场"}可能用到的全部功能。每个用户看到哪些菜单和按钮，由所在用户组的权限决定：${who}。`,
    ),
    points(
      "手册中有而页面上没有的功能，说明所在的用户组没有该权限；需要时请联系管理员。",
      "各节“操作按钮”表中的“所需权限”，就是用户组授权页面上该功能的名称。",
      "权限改变后，从下一次操作起生效，不必重新登录。",
      ...(side === "supplier"
        ? ["供应商只能看到本企业的单据和资料，看不到其他供应商的任何内容。"]
        : ["零售商和商场只能看到本企业的单据和资料；商场还可以在部分页面查看所辖零售商的资料。"]),
    ),
  ];
}
