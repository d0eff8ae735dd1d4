import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { extensionOf, uploadFault } from "../../src/shared/domain/upload-rules.ts";
import { ApiError } from "../../src/shared/protocol/envelope.ts";
import { debounced, failureText } from "../../src/web/kinds/attachments/use-upload-queue.ts";
import { urlsOf, withoutUrl, withUrl } from "../../src/web/kinds/text/url-text.ts";

const MB = 1024 * 1024;

describe("a chosen file", () => {
  it.each([
    ["image", "a.png", 1, null],
    ["image", "照片.JPG", 5 * MB, null],
    ["image", "a.jpeg", 5 * MB + 1, "只能上传图片格式文件（不超过 5 MB、4000 万像素）"],
    ["image", "a.gif", 1, "只能上传图片格式文件"],
    ["image", "png", 1, "只能上传图片格式文件"],
    ["image", "a.pdf", 1, "只能上传图片格式文件"],
    ["file", "合同.DOCX", 20 * MB, null],
    ["file", "合同.pdf", 20 * MB + 1, "上传失败：文件不能超过 20 MB（图片不能超过 5 MB）"],
    ["file", "a.png", 6 * MB, "上传失败：文件不能超过 20 MB（图片不能超过 5 MB）"],
    ["file", "a.exe", 1, "上传失败：只支持 png、jpg、pdf、doc、docx 文件"],
  ] as const)("as %s, %s of %d bytes: %s", (kind, name, size, fault) => {
    expect(uploadFault(kind, { name, size })).toBe(fault);
  });

  it("has the extension after its last dot", () => {
    expect(["a.tar.GZ", "a", ".png", "a."].map(extensionOf)).toEqual(["gz", "", "png", ""]);
  });
});

describe("the list of addresses", () => {
  it("grows, shrinks and ignores gaps", () => {
    expect(urlsOf(" /a ,,/b,")).toEqual(["/a", "/b"]);
    expect(withUrl("", "/a")).toBe("/a");
    expect(withUrl("/a,/b", "/c")).toBe("/a,/b,/c");
    expect(withoutUrl("/a,/b,/c", "/b")).toBe("/a,/c");
    expect(withoutUrl("/a", "/a")).toBe("");
  });
});

describe("a failed upload", () => {
  it.each([
    [new ApiError(422, "只能上传图片格式文件"), "只能上传图片格式文件"],
    [new ApiError(400, "上传失败：文件没有完整送达"), "上传失败：文件没有完整送达"],
    [new ApiError(500, "上传失败"), "上传失败"],
    [new ApiError(0, "请求超时，请检查网络"), "上传失败：请求超时，请检查网络"],
    [new ApiError(0, ""), "上传失败"],
    [new TypeError("oops"), "上传失败"],
    [new ApiError(401, "登录已失效，请重新登录"), null],
    [new DOMException("cancelled", "AbortError"), null],
  ])("%s is told as %s", (error, text) => expect(failureText(error)).toBe(text));
});

describe("what is debounced", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("runs once, a while after it was asked for last", () => {
    let runs = 0;
    const { ask, cancel } = debounced(() => runs++, 1000);
    for (const ms of [0, 400, 800]) {
      vi.advanceTimersByTime(ms);
      ask();
    }
    vi.advanceTimersByTime(999);
    expect(runs).toBe(0);
    vi.advanceTimersByTime(1);
    expect(runs).toBe(1);
    ask();
    cancel();
    vi.advanceTimersByTime(5000);
    expect(runs).toBe(1);
  });
});
