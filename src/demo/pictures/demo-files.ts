import type { FileStorage } from "../../server/base/storage/storage.ts";
import { FILE_TYPES, type FileType } from "../../server/engine/uploads/file-type.ts";
import { type StoredName, storedName } from "../../server/engine/uploads/stored-name.ts";
import { pdf } from "./documents/pdf.ts";
import { wordBinary } from "./documents/word-binary.ts";
import { wordXml } from "./documents/word-xml.ts";
import { drawGoods, GOODS_CARDS } from "./drawings/goods.ts";
import { drawIdCard, ID_CARDS } from "./drawings/id-card.ts";
import { drawInvoice, INVOICES } from "./drawings/invoice.ts";
import { drawLicence, LICENCES } from "./drawings/licence.ts";
import { drawLogo, LOGOS } from "./drawings/logo.ts";
import { CODES, drawCode } from "./drawings/qr.ts";

/** What the demo has files of. `goods` has one for each category of goods, in their order. */
export type DemoKind = "goods" | "licence" | "idcard" | "invoice" | "logo" | "qr" | "pdf" | "docx" | "doc" | "manual" | "receipt";

/** A file of the demo. */
export interface DemoFile {
  readonly kind: DemoKind;
  readonly url: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

interface KindInfo {
  readonly count: number;
  readonly type: FileType;
  /** Names of the files; a single one is numbered where there are several. */
  readonly names: readonly [string, ...string[]];
  readonly make: (n: number) => Buffer;
}

const CONTRACT = [
  "Supply contract (sample)",
  "This document is a sample. It binds nobody.",
  "1. Goods are delivered as ordered.",
  "2. Settlement is monthly.",
];
const MANUALS = ["Supplier manual (sample)", "Retailer manual (sample)"];
const MANUAL_LINES = [
  "1. Sign in with the account you were given.",
  "2. Choose a page from the menu.",
  "3. Open a row to see its document.",
];
const RECEIPT_LINES = ["This receipt is a sample. No money was moved.", "Status: paid"];
const WORD_TITLE = "供货合同（示例）";
const WORD_LINES = ["本文件仅供演示，不具有任何效力。", "一、供应商按订单供货，商场按验收单收货。", "二、双方按月对账，凭增值税发票结算。"];

const KINDS: Readonly<Record<DemoKind, KindInfo>> = {
  goods: { count: GOODS_CARDS, type: "png", names: ["商品示例"], make: (n) => drawGoods(n).png() },
  licence: { count: LICENCES, type: "png", names: ["证照示例"], make: (n) => drawLicence(n).png() },
  idcard: { count: ID_CARDS, type: "png", names: ["身份证示例"], make: (n) => drawIdCard(n).png() },
  invoice: { count: INVOICES, type: "png", names: ["发票示例"], make: (n) => drawInvoice(n).png() },
  logo: { count: LOGOS, type: "png", names: ["标志示例"], make: () => drawLogo().png() },
  qr: { count: CODES, type: "png", names: ["二维码示例"], make: (n) => drawCode(n).png() },
  pdf: { count: 1, type: "pdf", names: ["合同示例"], make: () => pdf(CONTRACT[0] ?? "", CONTRACT.slice(1)) },
  docx: { count: 1, type: "docx", names: ["合同示例"], make: () => wordXml(WORD_TITLE, WORD_LINES) },
  doc: { count: 1, type: "doc", names: ["合同示例"], make: () => wordBinary(CONTRACT) },
  manual: {
    count: MANUALS.length,
    type: "pdf",
    names: ["供应商操作手册", "商场操作手册"],
    make: (n) => pdf(MANUALS[n] ?? "", MANUAL_LINES),
  },
  receipt: { count: 1, type: "pdf", names: ["电子回单示例"], make: () => pdf("Bank receipt (sample)", RECEIPT_LINES) },
};

/** The time in front of every demo file's name: before anything in the demo happens. */
const STAMP = "20240101090000";

/** The address of file `n` of a kind; beyond the last one they begin again. */
export function demoUrl(kind: DemoKind, n: number): string {
  return placeAt(kind, n).url;
}

let made: readonly DemoFile[] | undefined;

/** Every file of the demo, drawn once: about a second. */
export function demoPictures(): readonly DemoFile[] {
  made ??= everyFile().map(({ kind, n }) => {
    const { type, make } = KINDS[kind];
    return { kind, url: demoUrl(kind, n), name: nameOf(kind, n), mime: FILE_TYPES[type].mime, bytes: make(n) };
  });
  return made;
}

/** Puts the demo's files where uploads lie; those that are there already stay. */
export async function writeDemoFiles(storage: FileStorage): Promise<void> {
  for (const { kind, n } of everyFile()) {
    const { folder, file } = placeAt(kind, n);
    if (!(await storage.has(folder))) await storage.keep(folder, { [file]: KINDS[kind].make(n) });
  }
}

function everyFile(): { readonly kind: DemoKind; readonly n: number }[] {
  const kinds = Object.keys(KINDS) as DemoKind[];
  return kinds.flatMap((kind) => Array.from({ length: KINDS[kind].count }, (_, n) => ({ kind, n })));
}

function placeAt(kind: DemoKind, n: number): StoredName {
  const index = n % KINDS[kind].count;
  return storedName(`demo-${kind}-${twoDigits(index)}`, STAMP + nameOf(kind, index));
}

function nameOf(kind: DemoKind, n: number): string {
  const { names, count, type } = KINDS[kind];
  const name = names[n] ?? names[0];
  return `${name}${count > names.length ? twoDigits(n) : ""}.${FILE_TYPES[type].extensions[0]}`;
}

const twoDigits = (n: number): string => String(n + 1).padStart(2, "0");
