import { App } from "antd";
import { useEffect, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { GrantsResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { requestKey } from "../../api/post.ts";
import { useCall, useCommand } from "../../data/use-call.ts";
import { rowId } from "../../kinds/row.ts";
import { NOTHING_KEPT, useUnsaved } from "../../providers/tab.ts";

/** What is ticked: `510.query` and the like. */
type Ticked = ReadonlySet<string>;

/** A page with its functions. */
export type GrantedPage = GrantsResult["groups"][number]["modules"][number];

export const tickOf = (mdl: number, key: string): string => `${mdl}.${key}`;

const NONE: Ticked = new Set();

/** The rights of one group, as they are and as they are being changed. */
export function useGrants(mdl: string, group: WireRow) {
  const { message } = App.useApp();
  const { run, isRunning } = useCommand();
  const id = rowId(group);
  const query = useCall<GrantsResult>(moduleUrl(mdl, "GetGrants"), { id });
  const [draft, setDraft] = useState<{ isAll: boolean; ticked: Ticked } | null>(null);
  const { data } = query;
  // Fresh rights from the server end what was being changed on older ones.
  useEffect(() => setDraft(data ? { isAll: data.isAll, ticked: heldOf(data) } : null), [data]);

  const held = data ? heldOf(data) : NONE;
  const isAll = draft?.isAll ?? false;
  const changes = data && draft ? (draft.isAll !== data.isAll ? 1 : 0) + (draft.isAll ? 0 : changesBetween(held, draft.ticked)) : 0;
  useUnsaved(changes > 0, NOTHING_KEPT);

  const save = async () => {
    if (!data || !draft) return;
    const grants = draft.isAll ? { all: true } : { grants: wireGrants(data, draft.ticked) };
    const params = { id, rowver: Number(group.rowver), ...grants };
    await run({ url: moduleUrl(mdl, "Grant"), params, key: requestKey() }).then(
      () => void message.success("权限已保存，该组用户的下一次操作即按新权限执行"),
      () => undefined, // told already
    );
  };

  return {
    query,
    ticked: draft?.ticked ?? NONE,
    isAll,
    changes,
    isSaving: isRunning,
    setTicked: (ticked: Ticked) => setDraft({ isAll, ticked }),
    setAll: (on: boolean) => setDraft({ isAll: on, ticked: draft?.ticked ?? NONE }),
    discard: () => data && setDraft({ isAll: data.isAll, ticked: held }),
    save,
  };
}

/** What the group holds as it was read. */
function heldOf(grants: GrantsResult): Ticked {
  return new Set(
    pagesOf(grants).flatMap(({ MdlId, functions }) => functions.filter(({ isHeld }) => isHeld).map(({ key }) => tickOf(MdlId, key))),
  );
}

/** Ticks or clears functions of one page. Any function brings 查询 along, and without 查询 nothing else is left: a page is either there or not. */
export function withTicks(ticked: Ticked, page: GrantedPage, keys: readonly string[], isOn: boolean): Ticked {
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
function wireGrants(grants: GrantsResult, ticked: Ticked): string {
  const held = pagesOf(grants).map(({ MdlId, functions }) => {
    return [String(MdlId), functions.map(({ key }) => key).filter((key) => ticked.has(tickOf(MdlId, key)))] as const;
  });
  return JSON.stringify(Object.fromEntries(held.filter(([, keys]) => keys.length > 0)));
}

/** How many ticks differ. */
function changesBetween(before: Ticked, after: Ticked): number {
  const gone = [...before].filter((tick) => !after.has(tick)).length;
  return gone + [...after].filter((tick) => !before.has(tick)).length;
}

function pagesOf({ groups }: GrantsResult): readonly GrantedPage[] {
  return groups.flatMap(({ modules }) => modules);
}
