import type { Module } from "../../../shared/registry/model.ts";
import { actionsOf } from "../../../shared/registry/rights/offered-actions.ts";
import { actionRefused } from "../../base/refused.ts";
import { personasOf } from "../../base/viewer.ts";
import { type ImportSpec, importSpec } from "../../engine/import/spec.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";

/** Somebody who may bring rows in on a page, as whom he does it, and what he may bring. */
export interface Importing {
  readonly ctx: QueryContext;
  readonly module: Module;
  readonly spec: ImportSpec;
}

/** Throws Code 403 for whoever may not bring rows in on this page. */
export function importingOn(context: QueryContext, module: Module): Importing {
  const entity = entityOf(context.registry, module.entity);
  const action = actionsOf(context.viewer, module, entity).find(
    ({ name, transition, open }) => name === "import" && transition === null && open === null,
  );
  // guard key as entity.import === null: tests/server/imports/rights.test.ts
  if (!action) throw actionRefused(context.registry, module, "import");
  const [viewer] = personasOf(context.viewer, module.id, action.functionKey);
  const ctx = { ...context, viewer };
  const spec = importSpec(ctx, module);
  if (spec === null) throw actionRefused(context.registry, module, "import");
  return { ctx, module, spec };
}
