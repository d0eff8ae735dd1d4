import { dict } from "../dict.ts";
import type { RawEffect, ValueMap as RawValueMap } from "../generated/raw.ts";
import type { ValueMap, ValueSource } from "../language.ts";
import type { Effect } from "../model.ts";

/** One effect, named by its kind. */
export function buildEffect(raw: RawEffect): Effect {
  if (raw.set) return { kind: "set", set: values(raw.set) };
  if (raw.update) {
    const { entity, each = null, match, set } = raw.update;
    return { kind: "update", entity, each, match: values(match), set: values(set) };
  }
  if (raw.add) {
    const { entity, each = null, match, by, orCreate } = raw.add;
    return { kind: "add", entity, each, match: values(match), by: values(by), orCreate: orCreate ? values(orCreate) : null };
  }
  if (raw.create) {
    const { entity, values: fields, keep = {} } = raw.create;
    return { kind: "create", entity, values: values(fields), keep: dict(Object.entries(keep)) };
  }
  if (raw.notify) return { kind: "notify", side: raw.notify.side, title: raw.notify.title, content: raw.notify.content ?? "" };
  if (raw.unread) return { kind: "unread", side: raw.unread };
  if (raw.read) return { kind: "read", side: raw.read };
  if (raw.plan !== undefined) return { kind: "plan", step: raw.plan };
  if (raw.run) return { kind: "run", entity: raw.run.entity, match: values(raw.run.match), transition: raw.run.transition };
  return { kind: "named", name: raw.named ?? "" };
}

/** The shape check has seen to it that each source holds exactly one key. */
function values(raw: RawValueMap): ValueMap {
  return dict(Object.entries(raw) as [string, ValueSource][]);
}
