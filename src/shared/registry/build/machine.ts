import type { EntityInfo } from "../catalogue.ts";
import { dict, mapDict } from "../dict.ts";
import type { RawEffect, RawGuard, RawPreview } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Dict, Effect, Entity, Guard, Machine, Preview, Transition } from "../model.ts";
import type { WholeTransition } from "../whole-types.ts";
import { definition } from "../word.ts";
import { asField, buildColumns } from "./columns.ts";

/** The machines of an entity, by state field. */
export function buildMachines({ raw }: EntityInfo): Dict<Machine> {
  return mapDict(raw.states ?? {}, ({ default: initial, final = [], transitions }, field) => ({
    field,
    initial,
    final,
    transitions: Object.keys(transitions),
  }));
}

/** The transitions of all machines of an entity, by action name. */
export function buildTransitions({ name: entity, raw }: EntityInfo, fields: Entity["fields"], messages: Dict<string>): Dict<Transition> {
  const previewOf = (preview: RawPreview | undefined) => (preview ? buildPreview(preview, { name: entity, fields }) : null);
  return dict(
    Object.entries(raw.states ?? {}).flatMap(([field, { transitions }]) =>
      Object.entries(transitions).map(([name, transition]) => {
        const built = buildTransition(name, field, transition, messages);
        return [name, { ...built, preview: previewOf(transition.preview) }] as const;
      }),
    ),
  );
}

function buildPreview({ columns, sums, choose }: RawPreview, entity: Pick<Entity, "name" | "fields">): Preview {
  return {
    columns: buildColumns(columns, entity, {}),
    totals: (sums ?? []).map(asField).map(({ title = "", field, of, format }) => ({
      title,
      field,
      of: of ?? null,
      hasCapitals: format === "capitals",
    })),
    choose: choose ?? null,
  };
}

function buildTransition(name: string, field: string, raw: WholeTransition, messages: Dict<string>): Omit<Transition, "preview"> {
  return {
    name,
    title: raw.title,
    field,
    from: raw.from,
    to: raw.to ?? null,
    by: raw.by,
    key: raw.key ?? null,
    needsReason: raw.reason !== undefined && raw.reason !== false,
    reasonTitle: typeof raw.reason === "string" ? raw.reason : "原因",
    ticks: raw.ticks ? { least: raw.ticks.min ?? 0, entity: raw.ticks.entity, field: raw.ticks.field } : null,
    asks: raw.asks ?? null,
    danger: raw.danger ?? false,
    bulk: raw.bulk ?? false,
    when: (raw.when ?? null) as Predicate | null,
    guards: (raw.guards ?? []).map((guard) => buildGuard(guard, messages)),
    effects: (raw.effects ?? []).map(buildEffect),
  };
}

/** One condition with its refusal as text. */
export function buildGuard(raw: RawGuard, messages: Dict<string>): Guard {
  return {
    when: (raw.when ?? null) as Predicate | null,
    require: raw.require as Predicate,
    message: messages[raw.else] ?? raw.else,
    isElsewhere: raw.elsewhere ?? false,
  };
}

/** One effect with its kind: its only key, as the shape check has seen to. */
export function buildEffect(raw: RawEffect): Effect {
  const [[kind, said] = ["", {}]] = Object.entries(raw);
  // A map of fields is one thing to the effect, as a number is; other objects are its parts.
  const hasParts = typeof said === "object" && definition("entity", "effect").at(kind)?.keys === undefined;
  return { kind, ...(hasParts ? said : { [kind]: said }) } as Effect;
}
