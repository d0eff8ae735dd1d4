import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Audience, Entity, Field, Module } from "../../shared/registry/model.ts";
import { audienceOf } from "../base/audience.ts";
import type { QueryContext } from "./context.ts";

/** The fields one side may read on a module: the one list that every channel asks (docs/decisions/03). */
export interface Readable {
  readonly audience: Audience;
  /** By name, in the registry's order. */
  readonly fields: ReadonlyMap<string, Field>;
  /** A field by its name from the wire; upper and lower case do not matter where that is not ambiguous (docs/decisions/09). */
  find(name: string): Field | undefined;
  /** The module names the field, but not for this side: also no line shows it. */
  isHidden(name: string): boolean;
}

const NOT_ALLOWED = "没有操作权限";
const made = new WeakMap<Module, Map<Audience, Readable>>();

/** What this viewer may read of the module. Refused when that is nothing. */
export function readableOf(ctx: QueryContext, module: Module, entity: Entity): Readable {
  const audience = readerOf(ctx, module);
  const known = made.get(module)?.get(audience);
  if (known) return known;
  const readable = makeReadable(module, entity, audience);
  if (readable.fields.size === 0) throw new ApiError(CODE.forbidden, ctx.registry.messages.NOFUNC ?? NOT_ALLOWED);
  made.set(module, (made.get(module) ?? new Map<Audience, Readable>()).set(audience, readable));
  return readable;
}

/** Mall users read as shop users where a page says nothing about malls. */
function readerOf({ viewer }: QueryContext, module: Module): Audience {
  const own = audienceOf(viewer);
  return own === "mall" && !module.audience.includes("mall") ? "shop" : own;
}

function makeReadable(module: Module, entity: Entity, audience: Audience): Readable {
  const fields = new Map<string, Field>();
  const byLowerCase = new Map<string, Field | null>();
  for (const name of module.readable[audience]) {
    const field = entity.fields[name];
    if (!field) throw new Error(`module ${module.id} reads the unknown field ${name}: the registry must have refused it`);
    fields.set(name, field);
    byLowerCase.set(name.toLowerCase(), byLowerCase.has(name.toLowerCase()) ? null : field);
  }
  const named = new Set(Object.values(module.readable).flat());
  return {
    audience,
    fields,
    find: (name) => fields.get(name) ?? byLowerCase.get(name.toLowerCase()) ?? undefined,
    isHidden: (name) => named.has(name) && !fields.has(name),
  };
}
