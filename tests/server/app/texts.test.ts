import { beforeAll, describe, expect, it } from "vitest";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { cellFromWire } from "../../../src/shared/domain/cell.ts";
import type { FormField } from "../../../src/shared/protocol/form.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import type { ScreenModel, ShowResult } from "../../../src/shared/protocol/screen.ts";
import { fits } from "../../../src/shared/registry/rights/audience.ts";
import { HARMLESS, HIDDEN } from "../../fixtures/hidden-texts.ts";
import { fillOnce, madeUsers } from "../any-registry/fixtures/made-rows.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

/*
 * Long on purpose: the same texts over every page, every form and every entity of the registry, so that a field added next year is
 * covered; what differs from page to page is generated.
 */

/** One user of each side: pages are the same for others of it. */
const users = madeUsers(registry).filter(({ side, user }, at, all) => all.findIndex((other) => other.side === side) === at && user !== "");
const pages = users
  .flatMap(({ user, side, shop }) =>
    Object.values(profileOf(registry, shop).modules)
      .filter(({ audience }) => fits(audience, side))
      .map((module) => ({ id: String(module.id), user, module })),
  )
  .filter(({ id }, at, all) => process.env.TEST_LONG === "all" || all.findIndex((other) => other.id === id) === at);

let portal: Portal;
const tokens = new Map<string, string>();
beforeAll(async () => {
  portal = await openPortal({ registry, fill: fillOnce(registry) });
  for (const { user } of users) tokens.set(user, await signIn(portal, user));
});
const ask = (user: string, path: string, params: Readonly<Record<string, string>> = {}) =>
  call(portal, tokens.get(user) ?? "", path, params);
const screenOf = async (user: string, mdl: string) => (await ask(user, "Registry/GetModule", { mdl })).Result as ScreenModel;
const rowsOf = async (user: string, id: string) =>
  ((await ask(user, `Module/${id}/GetPage`, { page: "1", rows: "40" })).Result as PageResult).rows;

/** Fields of a form into which anybody types text. */
const typed = (fields: Readonly<Record<string, FormField>>) =>
  Object.values(fields).filter(({ type, isWritable }) => isWritable && (type === "string" || type === "text"));

interface Told {
  readonly field: string;
  readonly entity?: string;
  readonly message: string;
}
const told = ({ Result }: Answer) => (Result?.problems ?? []) as readonly Told[];

/** Hidden characters in turn, so that all of them come by; those that JSON and address can carry. */
let turn = 0;
const next = () => {
  const sendable = HIDDEN.filter(([character]) => character.isWellFormed());
  const [character, name] = sendable[turn++ % sendable.length] ?? ["", ""];
  return { text: `甲${character}乙`, message: `含有不允许的字符：${name}` };
};

describe("what cannot be seen", () => {
  const [filtered, reasons, tried] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const untried: string[] = [];

  it.each(pages)("is refused in every text field of the form of $id, for $user, all at once", async ({ id, user }) => {
    const { form, actions } = await screenOf(user, id);
    if (form === null || typed(form.fields).length + form.lines.flatMap(({ fields }) => typed(fields)).length === 0) return;
    const wrong = new Map(typed(form.fields).map((field) => [field.name, { field, ...next() }]));
    const lines = form.lines.map((table) => ({
      table,
      wrong: new Map(typed(table.fields).map((field) => [field.name, { field, ...next() }])),
    }));
    const sent = (each: ReadonlyMap<string, { readonly text: string }>) =>
      Object.fromEntries([...each].map(([name, { text }]) => [name, text]));
    const request = {
      ...sent(wrong),
      ...(lines.length > 0 && { lines: JSON.stringify(Object.fromEntries(lines.map((each) => [each.table.entity, [sent(each.wrong)]]))) }),
    };
    const tries = actions.some(({ kind }) => kind === "create") ? [{}] : [];
    const rows = (await rowsOf(user, id)).map(({ Id, rowver }) => ({ id: String(Id), ...(rowver != null && { rowver: String(rowver) }) }));
    for (const which of [...tries, ...rows]) {
      const answer = await ask(user, `Module/${id}/Save`, { ...request, ...which });
      // The row is in a state that nobody edits: the next one.
      if ([403, 404, 409, 422].includes(answer.Code)) continue;
      expect([answer.Code, answer.status]).toEqual([400, 200]);
      const found = told(answer);
      // What is given once only is not asked again.
      const asked = (fields: typeof wrong) => [...fields.values()].filter(({ field }) => !("id" in which) || !field.isFixed);
      for (const { field, message } of asked(wrong))
        expect(found).toContainEqual({ field: field.name, message: `${field.title}${message}` });
      for (const { table, wrong: inLine } of lines)
        for (const { field, message } of inLine.values())
          expect(found).toContainEqual({ entity: table.entity, line: 0, field: field.name, message: `${field.title}${message}` });
      tried.add(id);
      return;
    }
    untried.push(id);
  });

  it.each(pages)("is refused in every filter over texts of $id, for $user", async ({ id, user }) => {
    const { filters } = await screenOf(user, id);
    for (const { field, title } of filters.filter(({ control }) => control === "text")) {
      const { text, message } = next();
      const filter = JSON.stringify([{ field, operator: "contains", value: text }]);
      const answer = await ask(user, `Module/${id}/GetPage`, { page: "1", rows: "1", filter });
      expect(answer.Code, title).toBe(400);
      expect(answer.Msg).toContain(message);
      filtered.add(`${id}.${field}`);
    }
  });

  it.each(pages)("is refused in the reasons that $id asks for, for $user", async ({ id, user }) => {
    const { actions } = await screenOf(user, id);
    for (const { action, reasonTitle } of actions.filter(({ kind, needsReason }) => kind === "transition" && needsReason)) {
      const { text, message } = next();
      const [row] = await rowsOf(user, id);
      const answer = await ask(user, `Module/${id}/Action`, { action, ids: String(row?.Id ?? 1), reason: text });
      expect(answer).toMatchObject({ Code: 400, Msg: `${reasonTitle}${message}` });
      reasons.add(`${id}.${action}`);
    }
  });

  it("was looked for in many places", () => {
    expect(untried.filter((id) => !tried.has(id))).toEqual([]);
    expect(filtered.size).toBeGreaterThan(100);
    expect(reasons.size).toBeGreaterThan(10);
  });

  it("is refused in what is typed into no field", async () => {
    const [{ user } = { user: "" }] = users;
    expect(await ask(user, "Comm/FindPlace", { search: "杭\u202e州" })).toMatchObject({
      Code: 400,
      Msg: "参数 search 含有不允许的字符：U+202E 从右到左覆盖",
    });
    expect(await call(portal, null, "Comm/UserCheck", { username: "ad\u200bmin" })).toMatchObject({
      Code: 400,
      Msg: "参数 username 含有不允许的字符：U+200B 零宽空格",
    });
  });

  it("is read by no field of any entity, whoever writes it", () => {
    const texts = Object.values(registry.entities).flatMap(({ name, fields }) =>
      Object.values(fields)
        .filter(({ type }) => ["string", "text", "ref", "url", "images"].includes(type))
        .map((field) => ({ name, field })),
    );
    expect(texts.length).toBeGreaterThan(400);
    for (const { name, field } of texts)
      for (const [character, what] of HIDDEN)
        expect(() => cellFromWire(field, `甲${character}`), `${name}.${field.name}`).toThrow(`含有不允许的字符：${what}`);
  });
});

describe("what people write", () => {
  /** Texts that were kept, by entity and field. */
  const kept = new Set<string>();

  it.each(pages)("comes back from $id as it was, for $user", async ({ id, user, module }) => {
    const { form } = await screenOf(user, id);
    if (form === null) return;
    const free = typed(form.fields).filter(({ check, isIdentity, input, isFixed, length }) => {
      return check === null && isIdentity !== true && input === null && !isFixed && (length ?? 100) >= 20;
    });
    for (const { Id, rowver } of await rowsOf(user, id)) {
      if (free.length === 0 || rowver == null) return;
      const values = new Map(free.map(({ name }, at) => [name, HARMLESS[(at + turn++) % HARMLESS.length]?.[1] ?? ""]));
      const answer = await ask(user, `Module/${id}/Save`, { id: String(Id), rowver: String(rowver), ...Object.fromEntries(values) });
      expect(told(answer).filter(({ message }) => message.includes("字符"))).toEqual([]);
      if (answer.Code !== 200) continue;
      const { row } = (await ask(user, `Module/${id}/Get`, { id: String(Id) })).Result as ShowResult;
      const stored = await portal.database.kysely
        .selectFrom(registry.entities[module.entity]?.table ?? "")
        .selectAll()
        .where("Id", "=", Id as number)
        .executeTakeFirstOrThrow();
      for (const [name, text] of values) {
        expect(stored[name], `${module.entity}.${name}`).toBe(text.normalize("NFC"));
        if (row[name] !== undefined) expect(row[name]).toBe(text.normalize("NFC"));
        kept.add(`${module.entity}.${name}`);
      }
      return;
    }
  });

  it("was kept by many entities", () => expect(new Set([...kept].map((name) => name.split(".")[0])).size).toBeGreaterThan(8));
});
