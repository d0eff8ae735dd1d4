interface EntityLike {
  readonly name: string;
  readonly fields: Readonly<Record<string, { readonly input: string | null }>>;
}

/** Names of the entities whose rows open data to programs: by what is ticked in one of their fields (docs/decisions/112). */
export function openersIn(entities: Readonly<Record<string, EntityLike>>): string[] {
  const opens = ({ fields }: EntityLike) => Object.values(fields).some(({ input }) => input === "scopes");
  return Object.values(entities).flatMap((entity) => (opens(entity) ? [entity.name] : []));
}
