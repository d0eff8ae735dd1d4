import { PatientThread } from "../server/base/patient-thread.ts";
import type { FileStorage } from "../server/base/storage/storage.ts";
import { threadFile } from "../server/base/thread-file.ts";
import type { MemoryDatabase } from "../server/engine/store/memory-store.ts";
import { placeOf, type StoredName, storedName } from "../server/engine/uploads/stored-name.ts";
import { entityOf } from "../server/engine/values/names.ts";
import type { Row } from "../shared/domain/cell.ts";
import { timeOf } from "../shared/domain/day.ts";
import type { Registry } from "../shared/registry/model.ts";
import { DEMO_STAMP } from "./demo-files.ts";
import { put, type SeedUser, type ShopWorld } from "./world.ts";

const PREFIX = "demo-fp-";
const ENTITIES = ["TaxInvoice", "FeeInvoice"] as const;
/** Of a shop's pictures, on a machine that has other things to do. */
const LIMITS = { seconds: 120, memoryMb: 256 } as const;

/** A picture of an invoice, as an upload of whoever enters it; {@link InvoicePictures} draws it. Returns its address. */
export async function photograph(world: ShopWorld, user: SeedUser, now: Date, number: string): Promise<string> {
  const name = `发票${number}.png`;
  const { url } = storedName(`${PREFIX}${world.plan.id}-${number}`, DEMO_STAMP + name);
  const [provid, createtime] = [user.provId === "" ? null : user.provId, timeOf(now)];
  await put(world, "Attachment", { url, name, mime: "image/png", provid, creator: user.userName, createtime });
  return url;
}

/** The pictures of the demo's invoices, drawn in a thread of their own while more of the demo is made: their codes say what the invoices say. */
export class InvoicePictures {
  readonly #memory: MemoryDatabase;
  readonly #registry: Registry;
  readonly #storage: FileStorage;
  /** By the name of an entity the Id of the last row whose picture is drawn, or about to be. */
  readonly #taken = new Map<string, number>();
  readonly #thread = new PatientThread(threadFile(import.meta.url, "invoice-worker"), LIMITS);
  #drawing: Promise<void> = Promise.resolve();

  constructor(memory: MemoryDatabase, registry: Registry, storage: FileStorage) {
    this.#memory = memory;
    this.#registry = registry;
    this.#storage = storage;
  }

  /** Has those drawn that have come since the last time and whose file is missing; nobody need wait for it. */
  draw(): void {
    const rows = ENTITIES.flatMap((name) => {
      const table = this.#memory.table(entityOf(this.#registry, name));
      const fresh = table.after(this.#taken.get(name) ?? 0);
      this.#taken.set(name, table.lastId);
      return fresh;
    });
    this.#drawing = this.#drawing.then(() => this.#draw(rows));
    // Whoever waits for the end hears of it.
    this.#drawing.catch(() => undefined);
  }

  /** Ends when all are drawn that were to be. */
  async drawn(): Promise<void> {
    await this.#drawing;
  }

  /** Ends the thread, whatever it is at: nothing is drawn or kept any more. */
  async close(): Promise<void> {
    this.#thread.close();
    await this.#drawing.catch(() => undefined);
  }

  async #draw(rows: readonly Row[]): Promise<void> {
    const missing: { readonly row: Row; readonly place: StoredName }[] = [];
    for (const row of rows) {
      const place = placeOf(String(row.ImgUrl));
      if (place?.folder.startsWith(PREFIX) && !(await this.#storage.has(place.folder, place.file))) missing.push({ row, place });
    }
    if (missing.length === 0) return;
    const pictures = await this.#thread.ask<readonly Uint8Array[]>(missing.map(({ row }) => row));
    await Promise.all(
      missing.map(({ place: { folder, file } }, n) => this.#storage.keep(folder, { [file]: Buffer.from(pictures[n] ?? []) })),
    );
  }
}
