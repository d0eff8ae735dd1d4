import { expect, it } from "vitest";
import { countRows } from "../../../src/server/models/rows-concerned.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { syncSchema } from "../../../src/server/tables/sync-schema.ts";
import type { Change } from "../../../src/shared/registry/plan/change.ts";
import { minimalRegistry } from "../../shared/registry/minimal.ts";
import { describeEnginesInLong } from "../db/fixtures/test-database.ts";

const registry = minimalRegistry();
const held = (at: Change["at"], more: Partial<Change> = {}): Change => ({ class: "held", verb: "removed", part: null, at, ...more });
const renamed = (at: Change["at"], was: string): Change => ({ class: "access", verb: "renamed", part: null, at, was });

describeEnginesInLong("the rows that a change concerns", (open) => {
  it("are counted, and what concerns none is not held for them", async () => {
    const { kysely: db } = await open();
    await migrateTechnicalTables(db, []);
    await syncSchema(db, registry, () => undefined);
    const entity = Object.values(registry.entities).find(({ view, fields }) => view === null && fields.stt?.values.length) ?? never();
    const text = Object.values(entity.fields).find(
      ({ type, computed, name }) => type === "string" && computed === null && name !== "SHOP_ID",
    );
    const [first, second] = entity.fields.stt?.values ?? [];
    const rows = ["", null, "长长的文字"].map((value, index) => ({
      SHOP_ID: "0000000001",
      stt: index === 0 ? first?.code : second?.code,
      [text?.name ?? ""]: value,
    }));
    await db.insertInto(entity.table).values(rows).execute();
    const field = { entity: entity.name, field: text?.name ?? "" };
    const counted = await countRows(db, registry, [
      held(field),
      held(field, { part: "type", verb: "changed" }),
      held(field, { part: "length", verb: "narrowed", was: 50, is: 4 }),
      held(field, { part: "length", verb: "narrowed", was: 50, is: 5 }),
      held(field, { part: "isRequired", verb: "narrowed", class: "access" } as Partial<Change>),
      held({ entity: entity.name, field: "stt", code: String(second?.code) }),
      held({ entity: entity.name, field: "stt", code: "none" }),
      held({ entity: entity.name }),
      held({ entity: entity.name, field: "gone" }),
      held({ entity: entity.name, transition: "confirm" }),
      // What is renamed is told under its new name, and counted under the one it has.
      renamed({ entity: "Fresh" }, entity.name),
      renamed({ entity: "Fresh", field: "fresh" }, field.field),
      renamed({ entity: "Fresh", field: "stt", code: "fresh" }, String(second?.code)),
      held({ entity: "Fresh", field: "fresh" }, { part: "type", verb: "changed" }),
    ]);
    expect(counted.map((change) => [change.rows, change.class])).toEqual([
      [1, "held"],
      [1, "held"],
      [1, "held"],
      [0, "access"],
      [2, "access"],
      [2, "held"],
      [0, "access"],
      [3, "held"],
      [undefined, "held"],
      [undefined, "held"],
      [3, "access"],
      [1, "access"],
      [2, "access"],
      [1, "held"],
    ]);
  });
});

function never(): never {
  throw new Error("the small registry has no entity with states");
}
