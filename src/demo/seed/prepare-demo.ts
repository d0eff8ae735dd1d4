import { hashPassword, readablePassword } from "../../server/auth/password.ts";
import { allEnded } from "../../server/base/all-ended.ts";
import type { FileStorage } from "../../server/base/storage/storage.ts";
import type { Settings } from "../../server/config/settings.ts";
import type { Database, Db } from "../../server/db/driver/database.ts";
import type { MemoryDatabase } from "../../server/engine/store/memory-store.ts";
import { holdsDemo } from "../../server/tables/meta.ts";
import { dayOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { demoAccounts, isEmpty, rememberDemo, resetDemoPassword } from "../demo-accounts.ts";
import { writeDemoFiles } from "../demo-files.ts";
import { InvoicePictures } from "../invoice-pictures.ts";
import { type Beside, seedDemo } from "./seed-demo.ts";

/** About a demo that was there before. */
const KEPT =
  "演示账号沿用首次启动时打印的密码，可用 DEMO_PASSWORD 重设 / demo accounts keep the password printed at first start; set DEMO_PASSWORD to choose one";

/** Demo data, the files they name, and demo password. Returns what is to be said about them. */
export async function prepareDemo(
  { demo, demoPassword, seedDate }: Settings,
  database: Database,
  storage: FileStorage,
  registry: Registry,
  log: (line: string) => void,
  scale = 1,
): Promise<string[]> {
  const db = database.kysely;
  const wantsDemo = demo === "on" || (demo === "auto" && database.kind === "embedded");
  if (wantsDemo && (await isEmpty(db, registry))) {
    const password = demoPassword ?? readablePassword();
    const passwordHash = await hashPassword(password);
    const beside = (memory: MemoryDatabase): Beside => {
      const pictures = new InvoicePictures(memory, registry, storage);
      const end = async () => void (await allEnded([writeDemoFiles(storage), pictures.drawn()]));
      return { more: () => pictures.draw(), end, close: () => pictures.close() };
    };
    const finish = (trx: Db) => rememberDemo(trx, passwordHash);
    const anchor = seedDate ?? dayOf(new Date());
    const { rows } = await database.withoutTimeouts((slow) =>
      seedDemo(slow, registry, { anchor, passwordHash, scale, log, beside, finish }),
    );
    if (rows > 0) return [`演示账号，密码 / demo accounts, password: ${password}`, ...(await demoAccounts(db, registry))];
  }
  if (demo === "off" || !(await holdsDemo(db))) return [];
  await writeDemoFiles(storage);
  const isReset = demoPassword !== undefined && (await resetDemoPassword(db, demoPassword));
  return [
    demoPassword === undefined
      ? KEPT
      : `演示账号，密码为 DEMO_PASSWORD${isReset ? "（已重设 reset）" : ""} / demo accounts with DEMO_PASSWORD`,
    ...(await demoAccounts(db, registry)),
  ];
}
