import { describe, expect, it } from "vitest";
import { adviceOf } from "../../src/web/overrides/advice/advice-row.ts";

const ROW = {
  Id: 7,
  title: "收货排队",
  content: "上午排队时间太长",
  img: "/files/a.png, /files/b.png",
  Provider: "甲公司",
  provid: "153001",
  UsrName: "李静怡",
  tel: null,
  source: "portal",
  source_text: "系统",
  createtime: "2025-06-30 09:08:07",
  state: "fresh",
  state_text: "新回复",
  state_tone: "error",
  isreply: true,
  reply: "已安排",
  replyer: "马家豪",
  replytime: "2025-06-30 10:00:00",
  isread: false,
  readtime: null,
};

describe("a suggestion as the page shows it", () => {
  it("has its texts, its pictures and its state", () => {
    expect(adviceOf(ROW)).toMatchObject({
      id: "7",
      title: "收货排队",
      pictures: ["/files/a.png", "/files/b.png"],
      tel: "",
      isScanned: false,
      time: "2025-06-30 09:08",
      state: { code: "fresh", text: "新回复", tone: "error" },
      isReplied: true,
      replyTime: "2025-06-30 10:00",
      readTime: "",
    });
    expect(adviceOf({ ...ROW, isread: true, readtime: "2025-07-01 08:00:59" }).readTime).toBe("2025-07-01 08:00");
  });

  it("is headed by its first words where nobody gave it a heading", () => {
    expect(adviceOf({ ...ROW, title: null, content: " 门口\n太窄 " }).title).toBe("门口 太窄");
    expect(adviceOf({ ...ROW, title: "", content: "😀".repeat(30) }).title).toBe(`${"😀".repeat(24)}…`);
  });
});
