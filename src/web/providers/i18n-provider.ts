import type { I18nProvider } from "@refinedev/core";
import { DEFAULT_MESSAGE } from "../../shared/protocol/envelope.ts";

/** Chinese only. `{{name}}` in a text is replaced by the option of that name. */
export const i18nProvider: I18nProvider = {
  translate: (key, options?: unknown, fallback?: string) => {
    // refine also calls translate(key, fallback).
    const standIn = typeof options === "string" ? options : fallback;
    return fill(ZH[key] ?? standIn ?? key, typeof options === "object" ? (options as Record<string, unknown> | null) : null);
  },
  changeLocale: async () => undefined,
  getLocale: () => "zh-CN",
};

function fill(text: string, options: Record<string, unknown> | null): string {
  return text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => (options?.[name] === undefined ? hole : String(options[name])));
}

/** refine's own texts in Chinese, by refine's keys. */
const ZH: Readonly<Record<string, string>> = {
  loading: "加载中…",
  "buttons.create": "新建",
  "buttons.save": "保存",
  "buttons.edit": "编辑",
  "buttons.show": "查看",
  "buttons.delete": "删除",
  "buttons.confirm": "确定要执行吗？",
  "buttons.cancel": "取消",
  "buttons.filter": "查询",
  "buttons.clear": "清空",
  "buttons.refresh": "刷新",
  "buttons.export": "导出",
  "buttons.import": "导入",
  "buttons.logout": "退出登录",
  "buttons.undo": "撤销",
  "buttons.notAccessTitle": "没有操作权限",
  "notifications.success": "操作成功",
  "notifications.error": DEFAULT_MESSAGE,
  "notifications.createSuccess": "新建成功",
  "notifications.createError": "新建失败",
  "notifications.editSuccess": "保存成功",
  "notifications.editError": "保存失败",
  "notifications.deleteSuccess": "删除成功",
  "notifications.deleteError": "删除失败",
  "notifications.undoable": "{{seconds}} 秒内可撤销",
  "pages.error.404": "页面不存在",
  "pages.error.backHome": "返回首页",
  "pages.error.info": "页面尚未提供",
  "pages.error.resource404": "页面不存在",
  warnWhenUnsavedChanges: "有未保存的修改，确定要离开吗？",
};
