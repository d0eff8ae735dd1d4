import type { GrantsResult } from "../../../shared/protocol/screen.ts";

/** What is ticked: `510.query` and the like. */
export type Ticked = ReadonlySet<string>;

type Page = GrantsResult["groups"][number]["modules"][number];

export const tickOf = (mdl: number, key: string): string => `${mdl}.${key}`;

/** What the group holds as it was read. */
export function heldOf(grants: GrantsResult): Ticked {
  return new Set(
    pagesOf(grants).flatMap(({ MdlId, functions }) => functions.filter(({ isHeld }) => isHeld).map(({ key }) => tickOf(MdlId, key))),
  );
}

/** Ticks or clears functions of one page. Any function brings 查询 along, and without 查询 nothing else is left: a page is either there or not. */
export function withTicks(ticked: Ticked, page: Page, keys: readonly string[], isOn: boolean): Ticked {
  const next = new Set(ticked);
  const mayChange = page.functions.filter(({ mayGrant }) => mayGrant).map(({ key }) => key);
  for (const key of keys.filter((each) => mayChange.includes(each))) {
    if (isOn) next.add(tickOf(page.MdlId, key));
    else next.delete(tickOf(page.MdlId, key));
  }
  const query = tickOf(page.MdlId, QUERY);
  const others = mayChange.filter((key) => key !== QUERY).map((key) => tickOf(page.MdlId, key));
  if (isOn && others.some((tick) => next.has(tick)) && mayChange.includes(QUERY)) next.add(query);
  if (!isOn && keys.includes(QUERY)) for (const tick of others) next.delete(tick);
  return next;
}

const QUERY = "query";

/** The draft as the wire wants it: JSON, module id to function keys. */
export function wireGrants(grants: GrantsResult, ticked: Ticked): string {
  const held = pagesOf(grants).map(({ MdlId, functions }) => {
    return [String(MdlId), functions.map(({ key }) => key).filter((key) => ticked.has(tickOf(MdlId, key)))] as const;
  });
  return JSON.stringify(Object.fromEntries(held.filter(([, keys]) => keys.length > 0)));
}

/** How many ticks differ. */
export function changesBetween(before: Ticked, after: Ticked): number {
  const gone = [...before].filter((tick) => !after.has(tick)).length;
  return gone + [...after].filter((tick) => !before.has(tick)).length;
}

function pagesOf({ groups }: GrantsResult): readonly Page[] {
  return groups.flatMap(({ modules }) => modules);
}
