import type { Row } from "../../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../../shared/domain/predicate.ts";
import type { ActorKind, Effect, Entity, Party, Registry, ToldParty } from "../../../shared/registry/model.ts";
import type { Viewer } from "../../base/viewer.ts";
import type { Store } from "../store/store.ts";
import type { EntityOf, LinesOf, Patch, RowOf, TransitionName } from "../store/typed-rows.ts";

/** Who acts: a user, the system, or the bank's answer. */
export interface Actor {
  readonly kind: ActorKind;
  readonly userId: string;
  readonly userName: string;
  /** Account of who is away and for whom it is done (docs/decisions/103). */
  readonly forUser?: string | undefined;
}

/** One piece of work: what is the same for a transition or saving and for the transitions it sets off. */
export interface Work {
  readonly registry: Registry;
  readonly actor: Actor;
  /** The shop's user who has set off what the system does in consequence. Left out: it does it by itself, or a user acts. */
  readonly behind?: Actor | undefined;
  readonly env: PredicateEnv;
  readonly now: Date;
  /** Why, in the user's words; empty where none was asked for. */
  readonly reason: string;
  /** Names the request; the same on every event it causes. */
  readonly reqkey: string;
  /** The module the user works on; null for the system. */
  readonly moduleId: number | null;
  /** The user with his rights; left out where no user acts. */
  readonly viewer?: Viewer | undefined;
  /** What an inquiry found out before (transition word `asks`). Left out: none was made. */
  readonly answer?: Row | undefined;
  /** Nothing of it will be kept: what is costly and seen by nobody need not be done. Left out: it will. */
  readonly isTrial?: true;
  /** Takes what the user must know now and never again, e.g. a first password. Left out: nobody is there to be told. */
  readonly tell?: ((notice: string) => void) | undefined;
}

/** What an effect works with: the row as its transition or saving has left it. */
export interface EffectContext<Name extends string = string> {
  readonly store: Store;
  readonly work: Work;
  readonly entity: EntityOf<Name>;
  readonly row: RowOf<Name>;
  /** Of a saving: the row as it was; null: it is new. Left out elsewhere. */
  readonly before?: RowOf<Name> | null;
  /** The rows of a line entity that belong to this row, by Id. */
  lines<Line extends LinesOf<Name>>(row: RowOf<Name>, entity: Line): Promise<readonly RowOf<Line>[]>;
  /** Runs a transition of a related row as the system. */
  runAsSystem<Other extends string>(entity: EntityOf<Other>, transition: TransitionName<Other>, id: number): Promise<void>;
}

export type EffectOf<K extends Effect["kind"]> = Extract<Effect, { readonly kind: K }>;

/** One kind of effect. */
export interface EffectDef<K extends Effect["kind"]> {
  /** Fields of the row it reads, so that computed ones are there. */
  readonly reads: (effect: EffectOf<K>, entity: Entity) => readonly string[];
  /** What it writes to its own row, with the change of state itself. */
  readonly own?: (effect: EffectOf<K>, context: EffectContext) => Promise<Patch>;
  /** What it does after the change of state, in the same transaction. */
  readonly run?: (effect: EffectOf<K>, context: EffectContext) => Promise<void>;
  /** As `run`, of several rows of one entity at once; of a kind that has it, the order of the rows does not matter. */
  readonly runOnAll?: (effect: EffectOf<K>, contexts: readonly EffectContext[]) => Promise<void>;
  /** As `run`; answers what its own row shall hold besides. */
  readonly runAndKeep?: (effect: EffectOf<K>, context: EffectContext) => Promise<Row>;
}

/** The side that is told: `other` is the one that did not act. */
export function recipientSide(side: ToldParty, { kind }: Actor): Party {
  if (side !== "other") return side;
  return kind === "supplier" ? "shop" : "supplier";
}
