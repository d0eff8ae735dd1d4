import { sql } from "kysely";
import { expect, it } from "vitest";
import { DEGREE, MARKET } from "../../../src/server/base/technical.ts";
import { profileOf } from "../../../src/server/base/viewer.ts";
import type { Db } from "../../../src/server/db/connect.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { apiRoutes } from "../../../src/server/http/route-table.ts";
import { storedFields } from "../../../src/server/tables/tables-of.ts";
import { ALL_ROWS, type PageResult, type WireRow } from "../../../src/shared/protocol/list.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import type { Audience, Entity, Field, Module, Profile } from "../../../src/shared/registry/model.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { fillOnce, madeUsers } from "../any-registry/fixtures/made-rows.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { takingBack } from "../db/fixtures/taken-back.ts";
import { describeEnginesInLong, type Open } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { questionsOf } from "./questions.ts";
import { quietFeatures } from "./quiet-features.ts";
import { type Looker, reasonAgainst, type Stored, type StoredRow, storedRows } from "./rows-of-others.ts";

/*
 * What somebody is answered does not depend on what he may not see: everything that he can ask for is asked, every row and column that is
 * not his is changed, added to and deleted, and everything is asked again. The answers must be the same to the byte. Long on purpose: what
 * is asked, and what is changed, are the two halves of one statement.
 */

/** So many of his own rows are asked about on each page. */
const OWN = IS_LONG ? 3 : 1;
const MISSING = "987654321";

type Caller = Looker & { readonly token: string; readonly profile: Profile };

/** A supplier, whose view is the narrowest, a shop and a mall; in the long run everybody. */
const WATCHERS = madeUsers(registry).filter(
  ({ user, shop, side }, index, all) =>
    IS_LONG ||
    (registry.shopProfiles[shop] === undefined && !user.startsWith("s2") && all.findIndex((each) => each.side === side) === index),
);

describeEnginesInLong("what somebody is answered", (open) => {
  it.each(WATCHERS)("is the same for $user whatever others do", { timeout: 36_000_000 }, async ({ user, shop, side }) => {
    const trying = { isOn: false };
    const features = quietFeatures(registry);
    const openTrying: Open = async (content) => takingBack(await open(content), trying);
    const portal = await openPortal({ open: openTrying, registry, features, fill: fillOnce(registry) });
    const db = portal.database.kysely;
    const supplier = side === "supplier" ? user.slice(0, 2).toUpperCase() : "";
    const caller = { user, shop, side, supplier, token: await signIn(portal, user), profile: profileOf(registry, shop) };
    const stored = await storedRows(db, registry);
    const opened = await openSome(portal, caller);
    const look = async () => {
      await forgetPrints(db);
      return everythingAsked({ portal, caller, opened, stored, trying });
    };
    const before = await look();
    const { changed, refused } = await changeEverythingElse(db, caller, stored);
    const after = await look();
    const different = [...before].filter(([what, body]) => after.get(what) !== body);
    expect(different.map(([what, body]) => `${what}\n  ${firstDifference(body, after.get(what) ?? "")}`)).toEqual([]);
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(before.size, "asked").toBeGreaterThan(side === "mall" ? 100 : 200);
    expect(changed, "changed").toBeGreaterThan(5000);
    expect(refused, "refused by the database").toBeLessThan(changed / 10);
  });
});

/** In a short run every third page, and all that are more than a list. */
const pagesOf = ({ profile }: Pick<Caller, "profile">): readonly Module[] =>
  Object.values(profile.modules).filter(({ page }, index) => IS_LONG || page !== "list" || index % 3 === 1);

/** Opens the rows of each page that are asked about: what is opened is read, and a list may say so. By page their ids. */
async function openSome(portal: Portal, { token, profile }: Caller): Promise<ReadonlyMap<number, readonly string[]>> {
  const opened = new Map<number, readonly string[]>();
  for (const { id } of pagesOf({ profile })) {
    const { Code, Result } = await call(portal, token, `Module/${id}/GetPage`, { page: "1", rows: String(ALL_ROWS) });
    const rows: readonly WireRow[] = Code === 200 ? (Result as PageResult).rows : [];
    const ids = rows.slice(0, OWN).map(({ Id }) => String(Id));
    for (const row of ids) await call(portal, token, `Module/${id}/Get`, { id: row });
    opened.set(id, ids);
  }
  return opened;
}

/** Who looks, at what. */
interface Looking {
  readonly portal: Portal;
  readonly caller: Caller;
  /** By page the ids of his rows that are asked about. */
  readonly opened: ReadonlyMap<number, readonly string[]>;
  /** The rows as they were before anything was changed. */
  readonly stored: Stored;
  readonly trying: { isOn: boolean };
}

/** Asks for everything that a user can ask for; what was asked, with the answer. */
async function everythingAsked(looking: Looking): Promise<ReadonlyMap<string, string>> {
  const { portal, caller } = looking;
  const answers = new Map<string, string>();
  const ask = async (path: string, params: Readonly<Record<string, string>> = {}) => {
    const answer = await call(portal, caller.token, path, params);
    expect(answer.Code, `${path} ${answer.Msg}`).toBeLessThan(500);
    answers.set(`${path} ${JSON.stringify(params)}`, answer.body);
    return answer;
  };
  for (const { path, access } of apiRoutes(FEATURES)) if (access === "session" && !NOT_ASKED.test(path)) await ask(path.slice(1));
  for (const module of pagesOf(caller)) {
    const { Code, Result } = await ask("Registry/GetModule", { mdl: String(module.id) });
    if (Code !== 200) continue;
    await askForLists(ask, module, Result as ScreenModel);
    await askAboutRows(ask, module, looking);
  }
  return answers;
}

/** These end the session, change the password, wait, take a file, or tell the files of the registry alone. */
const NOT_ASKED = /logout|UpdateUsrPass|EndSession|Watch|Upload|Print|GetManual/;

type Ask = (path: string, params?: Readonly<Record<string, string>>) => Promise<{ readonly Code: number; readonly Result: unknown }>;

async function askForLists(ask: Ask, { id }: Module, { columns, filters, form, stats }: ScreenModel): Promise<void> {
  const page = (params: Readonly<Record<string, string>>) => ask(`Module/${id}/GetPage`, { page: "1", ...params });
  const all = await page({ rows: String(ALL_ROWS) });
  const rows = all.Code === 200 ? (all.Result as PageResult).rows : [];
  await ask(`Module/${id}/GetPage`, { page: "2", rows: "2" });
  await page({ rows: String(ALL_ROWS), purpose: "export", columns: columns.map(({ field }) => field).join(",") });
  if (stats) await ask(`Module/${id}/GetStats`);
  for (const { field } of some(columns.filter(({ sortable }) => sortable)))
    for (const order of IS_LONG ? ["asc", "desc"] : ["desc"]) await page({ rows: "5", sort: field, order });
  for (const { field, operator, control } of some(filters)) {
    const value = rows.find((row) => row[field] !== null && row[field] !== undefined)?.[field];
    if (value === undefined || control === "daterange") continue;
    await page({ rows: "5", filter: JSON.stringify([{ field, operator, value: operator === "in" ? [value] : value }]) });
  }
  const tables = form ? [{ entity: "", fields: form.fields }, ...form.lines] : [];
  for (const { entity, fields } of tables)
    for (const { name } of Object.values(fields).filter(({ type, isWritable }) => type === "ref" && isWritable))
      await ask(`Module/${id}/Options`, { field: name, search: "", row: "{}", ...(entity !== "" && { entity }) });
}

/** Everything about a row of one's own, of somebody else's and of none; what would be changed is taken back. */
async function askAboutRows(ask: Ask, module: Module, { caller, opened, stored, trying }: Looking): Promise<void> {
  const entity = caller.profile.entities[module.entity] ?? registry.entities[module.entity];
  if (!entity) return;
  const others = (stored.get(entity.name) ?? []).filter((row) => reasonAgainst(registry, stored, caller, entity, row, module) !== null);
  const own = opened.get(module.id) ?? [];
  // What is answered about rows of others is asked by the privilege matrix, too.
  const ids = IS_LONG ? [...own, ...others.slice(0, 1).map(({ Id }) => String(Id)), MISSING] : own;
  for (const { route, rows: named, params, what } of questionsOf(registry, module, entity)) {
    const path = route.slice(1).replace(":mdl", String(module.id));
    if (named === null || named.of !== undefined) continue;
    for (const id of ids) {
      // Only what is opened and printed is asked for as it is: a read row and a counted print are the caller's own.
      trying.isOn = what !== "/Module/:mdl/Get" && !route.startsWith("/Print/");
      await ask(path, { ...params, ...named.params(id) }).finally(() => {
        trying.isOn = false;
      });
    }
  }
}

const some = <T>(all: readonly T[]): readonly T[] => (IS_LONG ? all : all.slice(0, 1));

/** How often something was printed is told by its list. */
async function forgetPrints(db: Db): Promise<void> {
  for (const { view, table, fields } of Object.values(registry.entities))
    if (view === null && fields[DEGREE])
      await db
        .updateTable(table)
        .set({ [DEGREE]: 0 })
        .execute();
}

/**
 * Changes every row that a user may not see, in every column; adds others like them; deletes every second; and changes the columns of
 * his own rows that nothing shows him. How many values were changed, and how many statements the database refused.
 */
async function changeEverythingElse(db: Db, caller: Caller, stored: Stored): Promise<{ changed: number; refused: number }> {
  let [changed, refused] = [0, 0];
  const isRun = (statement: ReturnType<typeof sql>) =>
    db
      .transaction()
      .execute((trx) => statement.execute(trx))
      .then(
        () => true,
        () => false,
      );
  const run = async (count: number, statement: ReturnType<typeof sql>) => {
    if (await isRun(statement)) changed += count;
    else refused += count;
  };
  /** All of the fields at once; where the database refuses that, one by one. */
  const change = async ({ table }: Entity, rows: readonly StoredRow[], fields: readonly Field[]) => {
    const changes = fields.flatMap((field) => {
      const value = otherwise(field);
      return value === null ? [] : [sql`${sql.ref(field.name)} = ${value}`];
    });
    if (rows.length === 0 || changes.length === 0) return;
    const update = (some: typeof changes) => sql`update ${sql.table(table)} set ${sql.join(some)} where "Id" in (${idsOf(rows)})`;
    if (await isRun(update(changes))) changed += rows.length * changes.length;
    else for (const each of changes) await run(rows.length, update([each]));
  };
  const named = namesInFiles(caller);
  // Lines before what they are lines of.
  const tables = Object.values(registry.entities).filter(({ view, tenancy }) => view === null && tenancy !== "global");
  for (const entity of [...tables].sort((one, other) => Number(other.head !== null) - Number(one.head !== null))) {
    const { table, name } = entity;
    const rows = stored.get(name) ?? [];
    const hidden = rows.filter((row) => isNobodysOf(caller, stored, entity, row));
    const elsewhere = hidden.filter(({ SHOP_ID }) => SHOP_ID !== caller.shop);
    // What makes a row somebody else's stays: its owner, and in his own shop the state that hides it.
    const fields = storedFields(entity).filter(({ name: field }) => !OWNERS.includes(field) && field !== entity.supplierField);
    const hiding = [entity.head?.field, ...namesIn(entity.visibleTo)];
    await change(
      entity,
      hidden,
      fields.filter(({ name: field }) => !hiding.includes(field)),
    );
    await change(
      entity,
      elsewhere,
      fields.filter(({ name: field }) => hiding.includes(field)),
    );
    const columns = storedFields(entity).filter(({ name: column }) => column !== "Id");
    const copied = columns.map((field) => (field.type === "string" ? sql`${sql.ref(field.name)} || '+'` : sql.ref(field.name)));
    const asIs = columns.map((field) => (OWNERS.includes(field.name) || field.name === entity.supplierField ? sql.ref(field.name) : null));
    if (hidden.length > 0) {
      const values = sql.join(columns.map((_, at) => asIs[at] ?? copied[at]));
      const into = sql.join(columns.map((field) => sql.ref(field.name)));
      await run(
        hidden.length,
        sql`insert into ${sql.table(table)} (${into}) select ${values} from ${sql.table(table)} where "Id" in (${idsOf(hidden)})`,
      );
      await run(hidden.length / 2, sql`delete from ${sql.table(table)} where "Id" in (${idsOf(hidden.filter((_, at) => at % 2 === 0))})`);
    }
    const own = rows.filter((row) => !hidden.includes(row));
    await change(entity, own, columnsOfNobody(entity, caller, named));
  }
  return { changed, refused };
}

const OWNERS: readonly string[] = ["Id", "SHOP_ID"];

/**
 * A row that reaches this user by no page: beyond tenancy, a mall reads its market, and a row that one may see shows what it refers to.
 */
function isNobodysOf(caller: Caller, stored: Stored, entity: Entity, row: Readonly<Record<string, unknown>>): boolean {
  const isOfMarket = stored.get(MARKET.entity)?.some((shop) => shop.SHOP_ID === row.SHOP_ID && shop[MARKET.mall] === caller.shop) === true;
  if (caller.side === "mall" && isOfMarket) return false;
  if (reasonAgainst(registry, stored, caller, entity, row) === null) return false;
  const isReferredTo = Object.values(registry.entities).some(({ fields }) =>
    Object.values(fields).some(({ ref }) => ref?.entity === entity.name),
  );
  return row.SHOP_ID !== caller.shop || entity.tenancy !== "shop" || !isReferredTo;
}

const idsOf = (rows: readonly StoredRow[]) => sql.join(rows.map(({ Id }) => sql.lit(Number(Id))));

/** All that the files say, but for what fields are called themselves. */
function namesInFiles({ profile }: Caller): string {
  return JSON.stringify([registry.entities, registry.prints, profile.flags], (key, value) =>
    key === "fields" && typeof value === "object" && !Array.isArray(value) && value !== null
      ? Object.values(value as Readonly<Record<string, Field>>).map(({ name: _name, title: _title, ...said }) => said)
      : typeof value === "bigint"
        ? String(value)
        : value,
  );
}

/** Columns that no page of this user reads, and nothing else in the files (`named`) names. */
function columnsOfNobody(entity: Entity, { profile, side }: Caller, named: string): readonly Field[] {
  const modules = Object.values(profile.modules);
  const sides: readonly Audience[] = side === "mall" ? ["mall", "shop"] : [side];
  return storedFields(entity).filter(
    ({ name }) =>
      !TECHNICAL.includes(name) &&
      !modules.some(({ entity: of, readable }) => of === entity.name && sides.some((one) => readable[one].includes(name))) &&
      !modules.some(({ lines }) =>
        lines.some((table) => table.entity === entity.name && table.columns.some(({ field }) => field === name)),
      ) &&
      !named.includes(`"${name}"`) &&
      !named.includes(`.${name}"`),
  );
}

const TECHNICAL: readonly string[] = [...OWNERS, "rowver", "LineNo", DEGREE];

/** Another value of the same type; null: it has none. */
function otherwise({ name, type, values }: Field) {
  const column = sql.ref(name);
  switch (type) {
    case "int":
    case "money":
    case "quantity":
    case "rate":
      return sql`coalesce(${column}, 0) + 7`;
    case "bool":
      return sql`not coalesce(${column}, false)`;
    case "date":
      return sql`'2024-02-29'`;
    case "datetime":
      return sql`'2024-02-29 08:00:00'`;
    case "string":
    case "text":
      return sql`coalesce(${column}, '') || '~'`;
    case "enum": {
      const [first, last] = [values[0]?.code, values.at(-1)?.code];
      return first === undefined || last === undefined ? null : sql`case when ${column} = ${first} then ${last} else ${first} end`;
    }
    case "ref":
      return sql`null`;
    default:
      return null;
  }
}

/** Names of fields in a condition. */
const namesIn = (condition: unknown): readonly string[] => JSON.stringify(condition).match(/[A-Za-z_0-9]+/g) ?? [];

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `${one.slice(Math.max(0, at - 80), at + 80)}\n  ${other.slice(Math.max(0, at - 80), at + 80)}`;
}
