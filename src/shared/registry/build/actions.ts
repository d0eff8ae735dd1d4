import { dict } from "../dict.ts";
import type { RawAction, RawTransition } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Action, ActorKind, Audience, Entity } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";

/** Actions that need no transition, with the function key they ask for. */
export const BUILT_IN_ACTIONS = {
  create: { title: "新增", functionKey: "add", danger: false, bulk: false },
  edit: { title: "编辑", functionKey: "edit", danger: false, bulk: false },
  delete: { title: "删除", functionKey: "del", danger: true, bulk: true },
  grant: { title: "授权", functionKey: "grant", danger: false, bulk: false },
  generate: { title: "生成", functionKey: "add", danger: false, bulk: false },
  import: { title: "导入", functionKey: "import", danger: false, bulk: false },
  restore: { title: "恢复默认", functionKey: "reset", danger: true, bulk: false },
} as const satisfies Record<string, { title: string; functionKey: RawTransition["key"]; danger: boolean; bulk: boolean }>;

/** An action of the file as an object, also where only its name stands there. */
export function asAction(raw: RawAction): Exclude<RawAction, string> {
  return typeof raw === "string" ? { action: raw } : raw;
}

/** Whether the button leads to another page. */
export function isLink(raw: RawAction | undefined): boolean {
  return typeof raw === "object" && raw.open !== undefined;
}

/** Whether a name is one of the built-in actions. */
function isBuiltIn(name: string): name is keyof typeof BUILT_IN_ACTIONS {
  return Object.hasOwn(BUILT_IN_ACTIONS, name);
}

/** The sides of the audience whose users may run a transition. */
export function sidesOf(by: readonly ActorKind[], audience: readonly Audience[]): Audience[] {
  return audience.filter((side) => by.includes(side === "supplier" ? "supplier" : "shop"));
}

const PLAIN = { transition: null, open: null, all: false, needsReason: false, danger: false, bulk: false } as const;

/** Who writes rows by a form is the entity's to say; the other built-in actions are for the whole audience. */
function writersOf(name: keyof typeof BUILT_IN_ACTIONS, { save }: Entity, audience: readonly Audience[]): readonly Audience[] {
  if (name === "import") return sidesOf([...(save.create?.by ?? []), ...(save.edit?.by ?? [])], audience);
  const rule = name === "create" || name === "edit" || name === "delete" ? save[name] : null;
  return rule === null ? audience : sidesOf(rule.by, audience);
}

/** The buttons of a page. An entity's transition goes before a built-in action of the same name. */
export function buildActions(raw: WholeModule, entity: Entity): Action[] {
  return (raw.actions ?? []).map(asAction).map(({ action: name, title, audience, all = false, open, key, when }): Action => {
    if (open) {
      return {
        ...PLAIN,
        name,
        title: title ?? name,
        functionKey: key ?? "query",
        audience: audience ?? raw.audience,
        open: {
          module: open.module,
          page: open.action ?? "list",
          with: dict(Object.entries(open.on ?? {})),
          when: (when ?? null) as Predicate | null,
        },
      };
    }
    const transition = entity.transitions[name];
    if (transition) {
      const { needsReason, danger, bulk, key, by } = transition;
      return {
        ...PLAIN,
        name,
        title: title ?? transition.title,
        functionKey: key ?? "",
        audience: audience ?? sidesOf(by, raw.audience),
        transition: name,
        all,
        needsReason,
        danger,
        bulk,
      };
    }
    if (!isBuiltIn(name)) throw new Error(`${entity.name} has no action ${name}: the checks must have refused it`);
    const { title: usual, ...rest } = BUILT_IN_ACTIONS[name];
    return { ...PLAIN, name, title: title ?? usual, audience: audience ?? writersOf(name, entity, raw.audience), ...rest };
  });
}
