import { timeOf } from "../../../shared/domain/day.ts";
import type { InvoiceReading } from "../../../shared/domain/invoice-code.ts";
import { parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { Inquiry } from "../../engine/inquiry.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";
import { readInvoicePicture } from "./read-picture.ts";

/** What the picture says of the invoice; its transition tells it (keep-reading). */
export interface ReadAnswer {
  readonly [name: string]: string;
  readonly chkid: string;
  readonly told: string;
}

/** 识别: reads the code on an entered invoice's picture, and compares it with what was entered. */
export const readInvoice: Inquiry = {
  async ask(ctx, outside, row: TaxInvoiceRow): Promise<ReadAnswer> {
    const [url = ""] = (row.ImgUrl ?? "").split(",");
    const reading = await readInvoicePicture(ctx, outside, url);
    const differences = differencesOf(row, reading);
    const told = differences.length === 0 ? "图片与录入内容一致" : `图片与录入内容不一致（${differences.join("、")}）`;
    return { chkid: `SB${timeOf(ctx.now).replaceAll(/\D/g, "")}${row.Id}`, told };
  },
};

function differencesOf(row: TaxInvoiceRow, { code, number, date, net, total }: InvoiceReading): string[] {
  const money = (text: string | null) => (text === null ? null : parseScaled(text, SCALE.money));
  const pairs: readonly (readonly [title: string, entered: unknown, read: unknown])[] = [
    ["发票代码", row.Code ?? "", code],
    ["发票号码", row.Number, number],
    ["开票日期", row.InvDate, date],
    ["不含税金额", row.netMoney, money(net)],
    ["价税合计", row.TotalMoney, money(total)],
  ];
  return pairs.flatMap(([title, entered, read]) => (read === null || entered === read ? [] : [`${title}：${shown(read)}`]));
}

function shown(read: unknown): string {
  return typeof read === "bigint" ? `${read / 100n}.${String(read % 100n).padStart(2, "0")}` : String(read);
}
