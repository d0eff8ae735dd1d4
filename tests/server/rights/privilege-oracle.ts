import { CODE } from "../../../src/shared/protocol/envelope.ts";
import type { Action, Audience, Entity, Module, Party, Profile, Registry } from "../../../src/shared/registry/model.ts";

/*
 * Who may do what, worked out a second time from what the files say: nothing that the server decides rights with is used here.
 */

/** Somebody who calls. */
export interface Actor {
  readonly token: "none" | "ended" | "good";
  readonly side: Audience;
  readonly profile: Profile;
  /** The contract of the shop is over. */
  readonly isOver: boolean;
  /** Module to the one function that the group lacks there; null: it holds nothing anywhere. */
  readonly less: ReadonlyMap<number, string> | null;
}

/** What a call asks for, on a module. */
export interface Needs {
  /** Functions that must be held; none: only what `action` says. */
  readonly keys: readonly string[];
  /** Buttons of which one must be the caller's. */
  readonly action?: readonly string[];
  /** The call is for one side alone. */
  readonly side?: Party;
}

/** What an answer means. */
export type Verdict = "signed out" | "contract over" | "no module" | "no function" | "not there" | "served";

/** What a call must be answered, `isThere` being whether the rows it names are the caller's to see. */
export function verdictOf(registry: Registry, actor: Actor, module: Module, needs: Needs, isThere: boolean): Verdict {
  if (actor.token !== "good") return "signed out";
  if (!isOpenWithoutContract(registry, actor, module)) return "contract over";
  const held = heldOn(actor, module);
  if (held === null) return "no module";
  const entity = actor.profile.entities[module.entity] ?? registry.entities[module.entity];
  const mayPress = (name: string) => module.actions.some((action) => action.name === name && isHis(actor, action, entity, held));
  const isOtherSide = needs.side !== undefined && needs.side !== partyOf(actor.side);
  if (isOtherSide || needs.keys.some((key) => !held.has(key)) || needs.action?.some(mayPress) === false) return "no function";
  return isThere ? "served" : "not there";
}

/** The functions held on a page; null: it is not granted. A page of another page is held with that one. */
export function heldOn({ profile, side, less }: Pick<Actor, "profile" | "side" | "less">, module: Module): ReadonlySet<string> | null {
  const granted = module.entry.of === null ? module : profile.modules[module.entry.of];
  if (!granted || !less || !profile.modules[module.id] || !isFor(granted.audience, side) || !isFor(module.audience, side)) return null;
  const buttonsOf = (key: string) => granted.actions.filter(({ functionKey }) => functionKey === key);
  const canBeHeld = (key: string) =>
    buttonsOf(key).length > 0
      ? buttonsOf(key).some(({ audience }) => isFor(audience, side))
      : granted.functionSides[key]?.includes(partyOf(side)) !== false;
  return new Set(granted.functions.filter((key) => key !== less.get(granted.id) && canBeHeld(key)));
}

/** A button is for a side twice: the page shows it, and the entity lets that side do it. */
function isHis(
  { side }: Actor,
  { name, audience, functionKey, transition, open }: Action,
  entity: Entity | undefined,
  held: ReadonlySet<string>,
) {
  if (open !== null || !held.has(functionKey) || !isFor(audience, side)) return false;
  const written = name === "create" || name === "edit" || name === "delete";
  const by = transition !== null ? entity?.transitions[transition]?.by : written ? (entity?.save[name]?.by ?? []) : undefined;
  return by === undefined || by.some((one) => one === partyOf(side));
}

function isOpenWithoutContract({ groups }: Registry, { isOver, side, profile: { flags } }: Actor, { entry }: Module): boolean {
  if (!isOver || side === "supplier" || flags.contractGuard !== true) return true;
  const all = groups.flatMap(({ modules }) => modules);
  const paths = [entry, ...all.filter(({ id }) => id === entry.of)].flatMap(({ path, aliases }) => [path, ...aliases]);
  return Array.isArray(flags.allowPaths) && flags.allowPaths.some((path) => paths.includes(String(path)));
}

const partyOf = (side: Audience) => (side === "supplier" ? "supplier" : "shop");
const isFor = (audience: readonly Audience[], side: Audience) => audience.includes(side) || (side === "mall" && audience.includes("shop"));

/** What an answer of the server means. */
export function verdictIn({ Code, Msg }: { readonly Code: number; readonly Msg: string }, { messages }: Registry): Verdict {
  if (Code === CODE.signedOut) return "signed out";
  if (Code === CODE.missing) return "not there";
  if (Code !== CODE.forbidden) return "served";
  if (Msg === "不存在模块权限！") return "no module";
  if (Msg === "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能") return "contract over";
  return Msg === messages.NOFUNC ? "no function" : "served";
}
