import { fateOf, keepsBytes } from "../../domain/conversion.ts";
import type { Predicate } from "../language.ts";
import type {
  Effect,
  Entity,
  EnumValue,
  Field,
  Guard,
  Import,
  Machine,
  Save,
  SaveRule,
  Rule as SaveRuleOf,
  Transition,
  VisitorRule,
} from "../model.ts";
import type { ChangeClass } from "./change.ts";
import { rowsChange } from "./rows-of.ts";
import { always, by, derived, members, named, optional, parts, type Rule, same } from "./rule.ts";

/*
 * Long on purpose: what a difference in each property of an entity means, property by property, as one table to read and to object to.
 */

/** Conditions under which something may be done: fewer rows are stricter. */
const allows: Rule<Predicate | null> = by((was, is) => {
  const change = rowsChange(was, is);
  return change === "fewer" ? ["access", "narrowed"] : ["held", change === "more" ? "widened" : "changed"];
});

/** Conditions by which somebody sees rows. */
export const seenRows: Rule<Predicate | null> = allows;

/** Bounds that values must keep: `stricter` says which way they move. To bind less is to refuse less, as with a rule that is gone. */
export const bound = (isStricter: (was: number, is: number) => boolean): Rule<number | string | boolean | null> =>
  by((was, is) => {
    if (was === null) return ["access", "narrowed"];
    return is !== null && isStricter(Number(was), Number(is)) ? ["access", "narrowed"] : ["held", "widened"];
  });

const length: Rule<number | null> = by((was, is) =>
  is !== null && (was === null || is < was) ? ["held", "narrowed"] : ["look", "widened"],
);

/** A refusal that is gone may let through what was refused; one that comes, or asks more, refuses more. */
const refusals: Rule<readonly (Guard | SaveRuleOf)[]> = (was, is, at, found, part) => {
  const asks = ({ when, require }: Guard | SaveRuleOf) => ({ when, require });
  members<Guard | SaveRuleOf>("access", "held", asks)(was, is, at, found, part);
};

/**
 * What a transition does besides: one effect more, fewer or in another order is another outcome. A message tells something and changes
 * nothing: its text is a look, unless fields in it become visible (rights-changes.ts).
 */
const effects: Rule<readonly Effect[]> = (was, is, at, found, part) => {
  const doing = (all: readonly Effect[]) => all.filter(({ kind }) => kind !== "notify");
  const telling = (all: readonly Effect[]) => all.flatMap((effect) => (effect.kind === "notify" ? [effect] : []));
  if (!same(doing(was), doing(is))) {
    const before = found.length;
    members<Effect>("held", "held")(doing(was), doing(is), at, found, part);
    // What is neither gone nor come stands in another order.
    const [only] = found.slice(before);
    if (only?.class === "look") found.splice(before, 1, { ...only, class: "held" });
  }
  const [before, after] = [telling(was), telling(is)];
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [one, other] = [before[index], after[index]];
    if (same(one, other)) continue;
    const text = (effect: typeof one) => effect && [effect.title, effect.content].filter(Boolean).join(" / ");
    const verb = one === undefined ? "added" : other === undefined ? "removed" : "changed";
    const kind = one && other && one.to === other.to ? "look" : "access";
    const said = one && other && one.to !== other.to ? [one.to, other.to] : [text(one), text(other)];
    const [wasSaid, isSaid] = said;
    found.push({
      class: kind,
      verb,
      part: "message",
      at,
      ...(wasSaid === undefined ? {} : { was: wasSaid }),
      ...(isSaid === undefined ? {} : { is: isSaid }),
    });
  }
};

/** A code that is called what another one was called: what is stored reads as that one from now on. */
const textOf = (all: readonly EnumValue[]): Rule<string> =>
  by((_was, is) => (all.some(({ text }) => text === is) ? ["held", "changed"] : ["look", "changed"]));

/** Another list in the place of one: the numbers stay, and none of them is called what it was. One code alone may be called better. */
function isOtherList(was: readonly EnumValue[], is: readonly EnumValue[]): boolean {
  const kept = was.flatMap((before) => is.filter(({ code }) => code === before.code).map((after) => [before.text, after.text]));
  return kept.length > 1 && kept.every(([before, after]) => before !== after);
}

const values: Rule<readonly EnumValue[]> = (was, is, at, found) => {
  const text = isOtherList(was, is) ? always("held") : textOf(was);
  for (const before of was) {
    const here = { ...at, code: String(before.code) };
    const after = is.find(({ code }) => code === before.code);
    if (after === undefined) found.push({ class: "held", verb: "removed", part: null, at: here, was: before.text });
    else if (!same(before, after))
      parts<EnumValue>({ code: derived, text, shown: always("look"), tone: always("look"), retitle: always("look") })(
        before,
        after,
        here,
        found,
        "",
      );
  }
  for (const { code, text } of is)
    if (!was.some((other) => other.code === code))
      found.push({ class: "addition", verb: "added", part: null, at: { ...at, code: String(code) }, is: text });
};

const fieldParts = parts<Field>({
  name: derived,
  title: always("look"),
  type: always("held"),
  note: always("look"),
  // Nobody sees more by it; what is seen from now on is asked about less.
  isSensitive: by((was) => (was ? ["held", "widened"] : ["look", "narrowed"])),
  // Without the word, or with another one, nobody looks at who writes it.
  carries: by((was, is) => (was === null ? ["access", "narrowed"] : ["held", is === null ? "widened" : "changed"])),
  isIdentity: by((_was, is) => (is ? ["access", "narrowed"] : ["held", "widened"])),
  isRequired: by((_was, is) => (is ? ["access", "narrowed"] : ["held", "widened"])),
  length,
  minLength: bound((was, is) => is > was),
  initial: always("access"),
  opening: always("access"),
  // Without the word any text may stand there.
  setting: by((was) => (was === null ? ["access", "narrowed"] : ["held", "changed"])),
  isReadonly: by((_was, is) => (is ? ["access", "narrowed"] : ["held", "widened"])),
  isFixed: by((_was, is) => (is ? ["access", "narrowed"] : ["held", "widened"])),
  min: bound((was, is) => is > was),
  max: bound((was, is) => is < was),
  check: by((was) => (was === null ? ["access", "narrowed"] : ["held", "changed"])),
  input: always("look"),
  derived: always("held"),
  prefill: always("access"),
  readFrom: always("access"),
  values,
  codeType: always("held"),
  ref: always("held"),
  width: always("look"),
  format: always("look"),
  computed: always("held"),
  aggregate: always("held"),
  window: always("held"),
  isState: always("held"),
  convert: derived,
});

/** The word that says how values are made does so where they are another type's by that; elsewhere it tells by itself. */
const field: Rule<Field> = (was, is, at, found, part) => {
  fieldParts(was, is, at, found, part);
  if (same(was.convert, is.convert)) return;
  const isDone = keepsBytes(was, is) && fateOf(was, is).kind === "made";
  found.push({
    class: isDone ? "held" : "look",
    verb: "changed",
    part: "convert",
    at,
    was: was.convert ?? undefined,
    is: is.convert ?? undefined,
  });
};

const transition = parts<Transition>({
  name: derived,
  title: always("look"),
  field: always("held"),
  from: members("held", "access"),
  to: always("held"),
  by: members("held", "access"),
  key: always("held"),
  needsReason: by((_was, is) => (is ? ["access", "narrowed"] : ["held", "widened"])),
  reasonTitle: always("look"),
  ticks: always("held"),
  asks: always("held"),
  preview: always("look"),
  danger: always("look"),
  bulk: always("look"),
  when: allows,
  guards: refusals,
  effects,
});

const machine = parts<Machine>({
  field: derived,
  initial: always("held"),
  final: members("access", "access"),
  transitions: derived,
});

const saveRule = (mayCome: ChangeClass) =>
  optional(parts<SaveRule>({ by: members("held", "access"), when: allows, guards: refusals, effects }), mayCome, "access");

/** A field that comes can be written by whoever opens the page, without signing in. */
const visitorFields: Rule<VisitorRule["sections"]> = (was, is, at, found, part) => {
  const names = (sections: VisitorRule["sections"]) => sections.flatMap(({ fields }) => fields.map(({ field }) => field));
  const [before, after] = [names(was), names(is)];
  if (same([...before].sort(), [...after].sort())) found.push({ class: "look", verb: "changed", part, at, was, is });
  else members<string>("held", "access")(before, after, at, found, "visitorFields");
};

const visitor = optional(
  parts<VisitorRule>({
    sections: visitorFields,
    required: members("access", "held"),
    rules: refusals,
    guards: refusals,
    effects: always("held"),
  }),
  "held",
  "access",
);

const save = parts<Save>({ create: saveRule("held"), edit: saveRule("held"), delete: saveRule("held"), rules: refusals, visitor });

/** What show pages tell of the chain of documents: whom one waits for by itself, as profiles say it. */
const chain: Rule<Entity["chain"]> = (was, is, at, found, part) => {
  const others = (of: Entity["chain"]) => of && { ...of, waits: [] };
  if (!same(others(was), others(is))) always("look")(was, is, at, found, part);
  else always("look")(was?.waits, is?.waits, at, found, "waits");
};

/** What a file may write: more columns change more, and another key means other rows. */
const imports = parts<Import>({
  key: always("held"),
  columns: members("held", "access"),
  lines: always("held"),
  lookups: always("held"),
  update: members("held", "access"),
  next: members("held", "access"),
});

/** What each difference between two entities of one name means. */
export const entity = parts<Entity>({
  name: derived,
  title: always("look"),
  table: derived,
  tenancy: always("held"),
  supplierReads: by((_was, is) => (is ? ["held", "widened"] : ["access", "narrowed"])),
  supplierField: always("held"),
  // A field that goes leaves its column behind, out of everybody's sight.
  fields: named((name) => ({ field: name }), field, "addition", "held"),
  number: always("access"),
  head: always("held"),
  // Values of other rows, as with a derived field.
  lineSource: always("held"),
  label: always("look"),
  lines: derived,
  visibleTo: parts<Entity["visibleTo"]>({ shop: seenRows, supplier: seenRows }),
  machines: named((name) => ({ machine: name }), machine, "access", "held"),
  // Another way into a state asks none of the guards of the one that is there.
  transitions: named((name) => ({ transition: name }), transition, "held", "access"),
  indexes: members("look", "look"),
  unique: members("access", "held"),
  uniqueEverywhere: members("access", "held"),
  checks: members<Entity["checks"][number]>("access", "held", ({ require }) => require),
  // Whether a number is kept or counted, it is the same.
  rollups: members("look", "look"),
  // What is sealed no longer can be changed past the program without being found.
  sealed: members("access", "held"),
  view: always("held"),
  save,
  opened: always("held"),
  due: always("held"),
  job: always("held"),
  chain,
  sections: always("look"),
  // Who may is the page's to say: by a word of the page nobody has yet, nothing comes in.
  import: optional(imports, "access", "access"),
});
