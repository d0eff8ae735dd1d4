import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { PROGRAM } from "../../../src/server/features.ts";
import { loadRegistry } from "../../../src/server/registry/load-registry.ts";
import { type ScaledType, scaledText } from "../../../src/shared/domain/scaled.ts";
import type { FormField, FormSpec, RefOption } from "../../../src/shared/protocol/form.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import { ALL_ROWS } from "../../../src/shared/protocol/list.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import type { Entity, Module, Registry, Transition } from "../../../src/shared/registry/model.ts";
import { formatProblem } from "../../../src/shared/registry/problem.ts";
import { fits } from "../../../src/shared/registry/rights/audience.ts";
import { describeEveryModule, type TestUser } from "../app/fixtures/every-module.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { entity as entityOf, fillOnce, madeUsers, plainValue } from "./fixtures/made-rows.ts";

/*
 * Long on purpose: what `npm run test:registry` proves of any registry directory; in a run of all tests, of the library's.
 */

const DIR = process.env.REGISTRY_UNDER_TEST ?? fileURLToPath(new URL("../../fixtures/registry-library", import.meta.url));
/** Pages of these ids alone; empty: all. */
const ONLY = (process.env.REGISTRY_MODULES ?? "").split(",").filter((id) => id !== "");

const OF_PEOPLE = ["Shop", "User", "UserGroup"];

const registry = load();
const users = madeUsers(registry);
const [usual] = users;
/** A shop with a profile shows what it has otherwise than the usual one. */
function isWanted({ shop }: TestUser, { id, when }: Module): boolean {
  if (ONLY.length > 0 && !ONLY.includes(String(id))) return false;
  const isUsual = profileOf(registry, shop).modules[id] === profileOf(registry, usual?.shop ?? "").modules[id];
  return registry.shopProfiles[shop] === undefined || !isUsual || when !== null;
}

function load(): Registry {
  const built = loadRegistry(DIR, PROGRAM);
  if (!built.ok) throw new Error(built.problems.map(formatProblem).join("\n"));
  return built.registry;
}

const open = (): Promise<Portal> =>
  openPortal({
    registry,
    features: PROGRAM.features.filter(({ name }) => registry.features.some((used) => used === name)),
    // Written once, and copied for those who change it.
    fill: fillOnce(registry),
  });

describe("every list, document, sum, print and export", () => {
  describeEveryModule({ registry, open, users, isWanted, nobodys: "" });
});

/** Pages with the users who may have them, as their shop has them. */
const pages = Object.keys(registry.modules).flatMap((id) =>
  users.flatMap((user) => {
    const module = profileOf(registry, user.shop).modules[id];
    return module && fits(module.audience, user.side) && isWanted(user, module) ? [{ id, user: user.user, side: user.side, module }] : [];
  }),
);

describe("forms and states", () => {
  let portal: Portal;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    portal = await open();
    for (const { user } of users) tokens.set(user, await signIn(portal, user));
  });
  const ask = (user: string, path: string, params: Readonly<Record<string, string>> = {}) =>
    call(portal, tokens.get(user) ?? "", path, params);

  const written = pages.filter(({ module, side }) => {
    const { create } = entityOf(registry, module.entity).save;
    const isOffered = module.actions.some(({ name, audience }) => name === "create" && fits(audience, side));
    return isOffered && create?.by.some((who) => who === (side === "supplier" ? "supplier" : "shop")) === true;
  });

  describe.each(written)("the form of $id as $user", ({ id, user, module }) => {
    it("asks for what a new row needs, saves it or says which rule is against it, and shows what it saved", async () => {
      const screen = (await ask(user, "Registry/GetModule", { mdl: id })).Result as ScreenModel;
      const { form } = screen;
      if (form === null) throw new Error("nobody may fill in this form, though the page has a button for it");
      const options = async (field: string, row: object, entity = "") => {
        const answer = await ask(user, `Module/${id}/Options`, { field, search: "", row: JSON.stringify(row), ...(entity && { entity }) });
        expect([answer.Code, answer.Msg]).toEqual([200, ""]);
        return (answer.Result as readonly RefOption[])[0]?.value ?? null;
      };
      const fields = await filled(form.fields, options);
      const lines: Record<string, object[]> = {};
      for (const table of form.lines)
        lines[table.entity] = [await filled(table.fields, (field, row) => options(field, { ...fields, ...row }, table.entity))];
      const { Code, Msg, Result } = await ask(user, `Module/${id}/Save`, { ...fields, lines: JSON.stringify(lines) });
      if (Code !== 200) {
        // Made-up values may be against a rule; a field that is asked for must be one that can be filled in.
        expect(Code, Msg).toBeLessThan(500);
        const problems = (Result?.problems ?? []) as readonly {
          readonly field: string;
          readonly entity?: string;
          readonly message: string;
        }[];
        expect(problems.filter(({ field, entity }) => !isAsked(form, field, entity))).toEqual([]);
        expect(Msg).not.toBe("");
        return;
      }
      // Others may see drafts only later; whoever wrote a row sees it.
      expect(await ask(user, `Module/${id}/Get`, { id: String(Result.id) })).toMatchObject({ Code: 200 });
      expect(entityOf(registry, module.entity).save.create).not.toBeNull();
    });
  });

  const moved = pages.flatMap((page) => {
    const { transitions } = entityOf(registry, page.module.entity);
    return page.module.actions.flatMap(({ transition }) => {
      const one = transitions[transition ?? ""];
      const isHis = one?.by.some((who) => who === (page.side === "supplier" ? "supplier" : "shop")) === true;
      return one && isHis ? [{ ...page, transition: one, name: one.name }] : [];
    });
  });

  it.each(moved)("$name of $id as $user moves a row on, or says why not", async ({ id, user, module, transition }) => {
    const entity = entityOf(registry, module.entity);
    const { rows } = (await ask(user, `Module/${id}/GetPage`, { page: "1", rows: String(ALL_ROWS) })).Result as PageResult;
    const row = await ready(
      entity,
      transition,
      rows.map(({ Id }) => Number(Id)),
    );
    if (row === null) return;
    const { Code, Msg } = await ask(user, `Module/${id}/Action`, { action: transition.name, ids: String(row), reason: "a reason" });
    expect(Code, Msg).toBeLessThan(500);
    if (Code !== 200) expect(Msg).not.toBe("");
    else if (transition.to !== null) expect(await statesEntered(entity, transition, row)).toContain(String(transition.to));
  });

  /** A row in a state that the transition leaves, among these; null: there is none. */
  async function ready(entity: Entity, { field, from }: Transition, ids: readonly number[]): Promise<number | null> {
    // Whoever disables himself can press nothing more.
    if (ids.length === 0 || OF_PEOPLE.includes(entity.name)) return null;
    const rows = await portal.database.kysely.selectFrom(entity.table).select(["Id", field]).where("Id", "in", ids).execute();
    return Number(rows.find((row) => from.some((code) => String(code) === String(row[field])))?.Id ?? 0) || null;
  }

  /** The states a transition led to, as the row's history says: effects may have moved it on at once. */
  async function statesEntered({ name }: Entity, transition: Transition, id: number): Promise<readonly string[]> {
    const events = entityOf(registry, "EventLog").table;
    const asked = { entity: name, bllid: String(id), action: transition.name };
    const rows = await portal.database.kysely
      .selectFrom(events)
      .select("toStt")
      .where((eb) => eb.and(asked))
      .execute();
    return rows.map(({ toStt }) => String(toStt));
  }
});

function isAsked({ fields, lines }: FormSpec, field: string, entity?: string): boolean {
  const known = entity === undefined ? fields : (lines.find((table) => table.entity === entity)?.fields ?? {});
  return field === "" || known[field] !== undefined;
}

let made = 0;

/** What a form asks for, filled in with what fits; a choice takes the first that is offered. */
async function filled(
  fields: Readonly<Record<string, FormField>>,
  options: (field: string, row: object) => Promise<string | null>,
): Promise<Record<string, string>> {
  const row: Record<string, string> = {};
  made++;
  for (const field of Object.values(fields)) {
    if (!field.isWritable || (!field.isRequired && field.type !== "ref")) continue;
    const value = field.type === "ref" ? await options(field.name, row) : wireValue(field);
    if (value !== null) row[field.name] = value;
  }
  return row;
}

function wireValue(field: FormField): string | null {
  if (field.initial !== null) return String(field.initial);
  if (field.options.length > 0) return String(field.options[0]?.value);
  const cell = plainValue({ ...field, values: [] }, 500 + made);
  if (typeof cell === "bigint") return scaledText(cell, field.type as ScaledType);
  return cell === null ? null : String(cell);
}
