import { describe, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import type { QueryContext } from "../../../src/server/query/context.ts";
import { completeForm, projectForm } from "../../../src/server/screens/project-form.ts";
import { cellFromWire } from "../../../src/shared/domain/cell.ts";
import type { Entity, Field, Module } from "../../../src/shared/registry/model.ts";
import { writingRights } from "../../../src/shared/registry/rights/form-shape.ts";
import { NOW, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { entity as entityOf, registry } from "./fixtures/real-registry.ts";

const SIDES = { shop: viewer(), mall: viewer("", { isMall: true }), supplier: viewer(SUPPLIER) } as const;
const written = Object.values(registry.modules).filter(({ actions }) => actions.some(({ name }) => name === "create" || name === "edit"));
const cases = written.flatMap((module) =>
  Object.entries(SIDES).map(([side, who]) => [`${module.id} ${module.entry.title}, ${side}`, module, who] as const),
);

describe.each(cases)("%s", (_, module, who) => {
  // Forms are made from the registry alone.
  const ctx: QueryContext = { db: undefined as unknown as Db, registry, viewer: who, now: NOW };
  const entity = entityOf(module.entity);
  const form = projectForm(ctx, module);

  it("has a form exactly where this side may write", () => {
    const rights = writingRights(ctx.viewer, module, entity);
    expect(form !== null).toBe(rights.create || rights.edit);
  });

  it("shows only fields the form knows, and asks for everything a new row must have", () => {
    if (form === null) return;
    for (const { fields } of form.sections) expect(fields.filter((name) => !form.fields[name])).toEqual([]);
    for (const { columns, fields } of form.lines) expect(columns.filter((name) => !fields[name])).toEqual([]);
    if (!writingRights(ctx.viewer, module, entity).create) return;
    const isAsked = (name: string) => form.fields[name]?.isWritable === true;
    expect(neededBy(entity).filter((name) => !isAsked(name) && !isGiven(module, entity, name))).toEqual([]);
    for (const { entity: name, fields } of form.lines) {
      expect(
        neededBy(entityOf(name)).filter((field) => fields[field]?.isWritable !== true),
        name,
      ).toEqual([]);
    }
  });

  it("starts with values that are values, also where nobody sees them", () => {
    if (form === null) return;
    const complete = completeForm(ctx, module, form);
    for (const fields of [complete.fields, ...complete.lines.map((table) => table.fields)]) {
      for (const field of Object.values(fields)) expect(() => cellFromWire(field, field.initial), field.name).not.toThrow();
    }
  });

  /** What page and session give by themselves. */
  function isGiven({ fixedValues }: Module, { supplierField }: Entity, name: string): boolean {
    return name in fixedValues || (who.side === "supplier" && name === supplierField);
  }
});

/** Fields that must be filled in and that nobody but the user can know. */
function neededBy({ fields }: Entity): string[] {
  const isOpen = ({ isRequired, isReadonly, computed, derived, initial, opening }: Field) =>
    isRequired && !isReadonly && computed === null && derived === null && initial === null && opening === null;
  return Object.values(fields)
    .filter(isOpen)
    .map(({ name }) => name);
}
