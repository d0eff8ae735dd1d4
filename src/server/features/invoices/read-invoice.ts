import { buffer } from "node:stream/consumers";
import { timeOf } from "../../../shared/domain/day.ts";
import { type InvoiceReading, readInvoiceCode } from "../../../shared/domain/invoice-code.ts";
import { parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Inquiry, Outside } from "../../engine/inquiry.ts";
import { findAttachment } from "../../engine/uploads/attachments.ts";
import { placeOf } from "../../engine/uploads/stored-name.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { BusyError } from "./picture-codes/code-reader.ts";

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

const MISSING = "文件不存在";
const NO_PICTURE = "只能识别 png、jpg 图片";
const NO_CODE = "图片上没有找到发票二维码，请上传清晰完整的发票图片，或手工填写";
const NO_INVOICE = "图片上的二维码不是增值税发票的二维码，请核对图片，或手工填写";
const BUSY = "识别服务繁忙，请稍后再试";
const TOO_HARD = "图片无法识别，请换一张清晰的图片，或手工填写";

/**
 * What the QR code on an uploaded picture says of the invoice. The picture is one the viewer may see, by the address it was
 * uploaded under; nothing is ever fetched from elsewhere. Throws Code 404 for a file he does not see, 422 where nothing was read.
 */
export async function readInvoicePicture(ctx: QueryContext, outside: Outside, url: string): Promise<InvoiceReading> {
  const texts = await codesOn(outside, await pictureOf(ctx, outside, url));
  const [reading] = texts.flatMap((text) => readInvoiceCode(text) ?? []);
  if (reading !== undefined) return reading;
  throw new ApiError(CODE.rule, texts.length === 0 ? NO_CODE : NO_INVOICE);
}

async function pictureOf(ctx: QueryContext, { storage }: Outside, url: string): Promise<Buffer> {
  const attachment = await findAttachment(ctx, url);
  const place = placeOf(url);
  const file = attachment === null || place === null ? null : await storage.open(place.folder, place.file);
  if (attachment === null || file === null) throw new ApiError(CODE.missing, MISSING);
  if (!attachment.mime.startsWith("image/")) {
    file.bytes.destroy();
    throw new ApiError(CODE.rule, NO_PICTURE);
  }
  return buffer(file.bytes);
}

/** A picture that the reader cannot cope with is the picture's fault, not the server's. */
async function codesOn({ codes }: Outside, bytes: Buffer): Promise<readonly string[]> {
  try {
    return await codes.read(bytes);
  } catch (error) {
    throw new ApiError(CODE.rule, error instanceof BusyError ? BUSY : TOO_HARD);
  }
}
