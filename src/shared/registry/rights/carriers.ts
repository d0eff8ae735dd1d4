import type { Carried, FieldType } from "../model.ts";

/** What somebody's rights are stored in: who he is, what his group is, what each group holds. */
export type Carrier = "user" | "group" | "grant";

/** By carrier: what its fields say by `carries`, each exactly once, with the types that can say it (docs/decisions/81). */
export const CARRIERS = {
  user: {
    account: ["string"],
    kind: ["enum"],
    supplier: ["ref", "string"],
    group: ["ref"],
    confirm: ["bool"],
    switch: ["enum"],
    password: ["datetime"],
  },
  group: { group: ["string"], kind: ["enum"], everything: ["bool"], switch: ["enum"] },
  grant: { group: ["ref"], module: ["int"], functions: ["text"] },
} as const satisfies Record<Carrier, Partial<Record<Carried, readonly FieldType[]>>>;

/** The word that only this carrier has: whatever says it is one. */
export const SIGN = { user: "account", group: "everything", grant: "module" } as const satisfies Record<Carrier, Carried>;

/** An entity whose rows carry rights: by what they carry, the field that does. */
export interface CarrierOf<C extends Carrier> {
  readonly entity: string;
  readonly fields: Readonly<Record<keyof (typeof CARRIERS)[C], string>>;
}

export type Carriers = { readonly [C in Carrier]: CarrierOf<C> };

/** What is asked of a field here, of the built model as well as of the files. */
interface Carrying {
  readonly name: string;
  readonly fields: Iterable<readonly [name: string, carries: Carried | null]>;
}

/** Which of the carriers an entity is; null: none, its fields at most mention what others carry. */
export function carrierOf(carried: readonly (Carried | null)[]): Carrier | null {
  return (Object.keys(SIGN) as Carrier[]).find((carrier) => carried.includes(SIGN[carrier])) ?? null;
}

const known = new WeakMap<object, Carriers | null>();

/** Where rights are stored, as the files declare it; null where nothing is declared: nobody can sign in then, and nothing is guarded. */
export function carriersOf(entities: Readonly<Record<string, EntityLike>>): Carriers | null {
  const found = known.get(entities);
  if (found !== undefined) return found;
  const all = Object.values(entities).map(
    ({ name, fields }): Carrying => ({ name, fields: Object.values(fields).map((field) => [field.name, field.carries] as const) }),
  );
  const [user, group, grant] = [find("user", all), find("group", all), find("grant", all)];
  const carriers = user && group && grant ? { user, group, grant } : null;
  known.set(entities, carriers);
  return carriers;
}

interface EntityLike {
  readonly name: string;
  readonly fields: Readonly<Record<string, { readonly name: string; readonly carries: Carried | null }>>;
}

function find<C extends Carrier>(carrier: C, all: readonly Carrying[]): CarrierOf<C> | null {
  for (const { name, fields } of all) {
    const pairs = [...fields].flatMap(([field, carries]) => (carries === null ? [] : [[carries, field] as const]));
    if (carrierOf(pairs.map(([carries]) => carries)) !== carrier) continue;
    const byWord = Object.fromEntries(pairs);
    // The checks have seen to it that every one is there.
    return { entity: name, fields: byWord as CarrierOf<C>["fields"] };
  }
  return null;
}
