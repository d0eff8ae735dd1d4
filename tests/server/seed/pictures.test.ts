import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { demoFiles, demoUrl, writeDemoFiles } from "../../../src/demo/demo-files.ts";
import { checkFile } from "../../../src/server/engine/uploads/check-file.ts";
import { placeOf } from "../../../src/server/engine/uploads/stored-name.ts";
import { describeStores } from "../storage/fixtures/stores.ts";

describe("the demo's files", () => {
  it("could have been uploaded", async () => {
    for (const { mime, bytes, url } of demoFiles()) expect([url, (await checkFile(bytes, "file")).mime]).toEqual([url, mime]);
  });

  it("are small pictures, none like another", async () => {
    const pictures = demoFiles().filter(({ mime }) => mime === "image/png");
    expect(pictures).toHaveLength(24);
    for (const { bytes } of pictures) {
      expect(bytes.length).toBeLessThan(6 * 1024);
      const { width, height } = await sharp(bytes).metadata();
      expect(width * height).toBeGreaterThan(40_000);
    }
    expect(new Set(pictures.map(({ bytes }) => bytes.toString("base64"))).size).toBe(24);
  });

  it("have addresses that do not change, and begin again at the end", () => {
    expect(demoUrl("licence", 1)).toBe("/uploads/demo-licence-02/20240101090000证照示例02.png");
    expect(demoUrl("goods", 12)).toBe(demoUrl("goods", 2));
    expect(new Set(demoFiles().map(({ url }) => url)).size).toBe(demoFiles().length);
  });
});

describeStores("the demo's files", (open) => {
  it("are written once", async () => {
    const { storage, files } = await open();
    await writeDemoFiles(storage);
    const written = files();
    await writeDemoFiles(storage);
    expect(files()).toEqual(written);
    expect(written).toHaveLength(demoFiles().length);
    for (const { url, bytes } of demoFiles()) {
      const place = placeOf(url);
      const opened = await storage.open(place?.folder ?? "", place?.file ?? "");
      expect(opened?.size).toBe(bytes.length);
      opened?.bytes.destroy();
    }
  });
});
