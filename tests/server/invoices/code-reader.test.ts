import { afterAll, describe, expect, it } from "vitest";
import { TooSlowError } from "../../../src/server/base/patient-thread.ts";
import { BusyError, threadedCodeReader } from "../../../src/server/features/invoices/picture-codes/code-reader.ts";
import { blankPicture, DIGITAL, invoicePicture, PAPER, type Shot } from "./fixtures/invoice-picture.ts";

const reader = threadedCodeReader(30);
afterAll(() => reader.close());

const SHOTS: readonly Shot[] = [
  {},
  { format: "jpeg" },
  { turned: 90 },
  { turned: 180 },
  { turned: 7, format: "jpeg" },
  { turned: -23, format: "jpeg" },
  { turned: 45 },
  { grain: 150, format: "jpeg" },
  { grain: 180, turned: 12, format: "jpeg" },
  { blur: 1.4, turned: 3, format: "jpeg" },
  { side: 110, format: "jpeg" },
];

describe("codes on pictures", () => {
  it.each(SHOTS)("are read as they were taken: %o", async (shot) => {
    expect(await reader.read(await invoicePicture(PAPER, shot))).toEqual([PAPER]);
    expect(await reader.read(await invoicePicture(DIGITAL, shot))).toEqual([DIGITAL]);
  });

  it("are none where none is", async () => {
    expect(await reader.read(await blankPicture())).toEqual([]);
  });

  it("are not looked for in what is no picture; the next one is read all the same", async () => {
    await expect(reader.read(Buffer.from("no picture at all"))).rejects.toThrow();
    expect(await reader.read(await invoicePicture(PAPER))).toEqual([PAPER]);
  });

  it("are read one picture after the other, whoever asks", async () => {
    const pictures = await Promise.all([PAPER, DIGITAL, PAPER, DIGITAL].map((text) => invoicePicture(text)));
    expect(await Promise.all(pictures.map((picture) => reader.read(picture)))).toEqual([[PAPER], [DIGITAL], [PAPER], [DIGITAL]]);
  });
});

describe("a reader in a hurry", () => {
  it("gives a picture up, and the next one as well", async () => {
    const hurried = threadedCodeReader(0.001);
    for (let n = 0; n < 2; n++) await expect(hurried.read(await invoicePicture(PAPER))).rejects.toThrow(TooSlowError);
    hurried.close();
  });

  it("lets no endless row of pictures wait", async () => {
    const hurried = threadedCodeReader(0.001);
    const picture = await invoicePicture(PAPER);
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => hurried.read(picture)));
    const reasons = results.map((result) => (result.status === "rejected" ? result.reason : null));
    expect(reasons.filter((reason) => reason instanceof BusyError)).toHaveLength(5);
    await expect(hurried.read(picture)).rejects.toThrow(TooSlowError);
    hurried.close();
  });
});
