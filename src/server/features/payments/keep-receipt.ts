import { amountToCapitals } from "../../../shared/domain/amount-to-capitals.ts";
import { timeOf } from "../../../shared/domain/day.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { FileStorage } from "../../base/storage/storage.ts";
import type { Db } from "../../db/connect.ts";
import { retrying } from "../../db/errors.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { newStoredName } from "../../engine/uploads/stored-name.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayOperate, type PayRecordRow } from "../../generated/entities.ts";
import { faultPoint } from "./bank/fault-point.ts";
import { recordNumbers } from "./bank/gateway.ts";
import type { Receipt } from "./bank/receipt/draw-receipt.ts";
import type { ReceiptRenderer } from "./bank/receipt/render-receipt.ts";
import { after, type Intent, intentOf, isPast } from "./intent.ts";

/** What keeping receipts works with. */
interface KeepReceiptDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly storage: FileStorage;
  readonly renderer: ReceiptRenderer;
  readonly now: () => Date;
}

const MIME = "application/pdf";
/** Longer than drawing one takes on a busy machine. */
const LEASE_MS = 60_000;
const NOTE = "本回单由系统根据银行签名返回的支付结果生成，一笔支付一份；可重复下载，请勿重复入账。";

/**
 * Draws and keeps the e-receipt of one payment that the bank has made and that has none yet (shown by the page of e-receipts). The file
 * comes before the row that names it: what a crash leaves between the two is swept with all files that nobody names. Whether there was
 * one to make.
 */
export async function keepReceipt({ db, registry, storage, renderer, now }: KeepReceiptDeps): Promise<boolean> {
  const intent = await retrying(() => claimReceipt(db, LEASE_MS));
  if (intent === null) return false;
  const records = entityOf(registry, "PayRecord");
  const numbers = recordNumbers(intent.transid, intent.parts);
  const [first] = await db
    .transaction()
    .execute((trx) => sqlStore(trx, intent.shopId).find(records, { transid: numbers[0] ?? "", Operate: PayOperate.payment }));
  const bytes = await renderer.render(receiptOf(intent, first));
  const at = now();
  const name = `电子回单${intent.Billid}.pdf`;
  const { folder, file, url } = newStoredName(name, at);
  await storage.keep(folder, { [file]: bytes });
  faultPoint("receipt:kept");
  await retrying(() =>
    db.transaction().execute(async (trx) => {
      const store = sqlStore(trx, intent.shopId);
      if (!(await markReceipt(trx, intent.transid, url))) return;
      const described = { url, name, mime: MIME, size: bytes.length, bllid: intent.Billid };
      await store.insert(entityOf(registry, "Attachment"), [
        { ...described, provid: first?.provid ?? null, creator: "银行", createtime: timeOf(at) },
      ]);
      for (const transid of numbers) await store.update(records, { transid, Operate: PayOperate.payment }, { file: url });
    }),
  );
  return true;
}

function receiptOf({ transid, Billid, channel, direction, amount, parts, bankno }: Intent, record: PayRecordRow | undefined): Receipt {
  const yuan = formatScaled(amount, SCALE.money);
  const text = (name: "paytime" | "payAcct" | "recvName" | "recvBank" | "recvAcct" | "bllid" | "message") => record?.[name] ?? "";
  return {
    title: "电子回单",
    at: text("paytime"),
    note: NOTE,
    lines: [
      ["流水号", transid],
      ["银行回单号", bankno],
      ["交易时间", text("paytime")],
      ["支付渠道", channel],
      ["业务类型", direction === "pay" ? "付款" : "收款"],
      ["付款账号", text("payAcct")],
      ["收款人", text("recvName")],
      ["收款行", text("recvBank")],
      ["收款账号", `${text("recvAcct")}${record?.isFirst === true ? "（首次付款）" : ""}`],
      ["金额（小写）", `¥ ${yuan}`],
      ["金额（大写）", amountToCapitals(yuan)],
      ["单据", parts === 0 ? `${Billid}  ${text("bllid")}` : `${Billid}（${parts} 张单据合并）`],
      ["结果", text("message")],
    ],
  };
}

const TABLE = "_pay_intent";

/** Takes up a payment that was made and has no receipt yet, for a while. */
async function claimReceipt(db: Db, leaseMs: number): Promise<Intent | null> {
  const due = db.selectFrom(TABLE).select("transid").where("state", "=", "success").where("receipt", "is", null);
  const row = await db
    .updateTable(TABLE)
    .set({ leased: after(leaseMs) })
    .where("transid", "=", due.where(isPast("leased")).limit(1).forUpdate().skipLocked())
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : intentOf(row);
}

/** Writes down where the receipt lies; whether there was none yet. */
async function markReceipt(trx: Db, transid: string, url: string): Promise<boolean> {
  const marked = trx.updateTable(TABLE).set({ receipt: url }).where("transid", "=", transid).where("receipt", "is", null);
  return (await marked.executeTakeFirst()).numUpdatedRows === 1n;
}
