import dayjs from "dayjs";
import { describe, expect, it } from "vitest";
import { statusOf } from "../../src/web/kinds/status-of.ts";
import { rangePresets } from "../../src/web/kinds/text/range-presets.ts";
import { fileName, safeUrls } from "../../src/web/kinds/text/url-text.ts";
import { greeting } from "../../src/web/pages/home/HomePage.tsx";
import { accessProvider, functionKeys } from "../../src/web/providers/auth-provider.ts";
import { i18nProvider } from "../../src/web/providers/i18n-provider.ts";

describe("status", () => {
  const column = { field: "Statu", labels: [{ value: 50, text: "已付款", tone: "success" as const }] };
  it("is what the server put beside the value", () => {
    expect(statusOf({ Statu: 10, Statu_text: "待对账", Statu_tone: "warning" }, column)).toEqual({ text: "待对账", tone: "warning" });
  });
  it("is the model's label without that", () => expect(statusOf({ Statu: 50 }, column)).toEqual({ text: "已付款", tone: "success" }));
  it("is the value as a last resort", () => expect(statusOf({ Statu: 7 }, column)).toEqual({ text: "7", tone: "plain" }));
});

describe("addresses of files", () => {
  it("are http or local, nothing else", () => {
    expect(safeUrls("/files/1.png, https://a.example/b.png,javascript:alert(1),//evil.example/x,data:text/html,x,")).toEqual([
      "/files/1.png",
      "https://a.example/b.png",
    ]);
  });
  it("show the name without its 14 characters of time", () => {
    expect(fileName("/files/20251121103000%E5%90%88%E5%90%8C.pdf?sig=1")).toBe("合同.pdf");
    expect(fileName("/files/short.png")).toBe("short.png");
    expect(fileName("/files/%E0%A4%A")).toBe("%E0%A4%A");
  });
});

describe("date presets", () => {
  it("近31天 counts both ends", () => {
    const preset = rangePresets(dayjs("2026-11-21")).find(({ label }) => label === "近31天");
    expect(preset?.value.map((day) => day.format("YYYY-MM-DD"))).toEqual(["2026-10-22", "2026-11-21"]);
  });
  it("上月 is the whole month before", () => {
    const preset = rangePresets(dayjs("2026-03-31")).find(({ label }) => label === "上月");
    expect(preset?.value.map((day) => day.format("YYYY-MM-DD"))).toEqual(["2026-02-01", "2026-02-28"]);
  });
});

describe("small texts", () => {
  it("greets by the hour", () => expect([0, 9, 12, 15, 20].map(greeting)).toEqual(["夜深了", "上午好", "中午好", "下午好", "晚上好"]));
  it("reads function keys whole", () => {
    const keys = functionKeys("query, Export ,balancepay,");
    expect([...keys]).toEqual(["query", "export", "balancepay"]);
    expect(keys.has("pay")).toBe(false);
  });
  it("takes the rights that a page itself tells before those of the session", async () => {
    const can = (action: string, params: object) => accessProvider.can({ resource: "9503", action, params });
    expect(await can("export", { functions: ["query", "export"] })).toEqual({ can: true });
    expect(await can("print", { functions: ["query", "export"] })).toEqual({ can: false });
  });
  it("translates refine's keys", () => {
    expect(i18nProvider.translate("buttons.save")).toBe("保存");
    expect(i18nProvider.translate("notifications.undoable", { seconds: 5 })).toBe("5 秒内可撤销");
    expect(i18nProvider.translate("unknown.key", {}, "备用")).toBe("备用");
  });
});
