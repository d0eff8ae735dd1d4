import type { CrudFilter } from "@refinedev/core";
import { useEffect, useRef, useState } from "react";
import { listParams } from "../../../shared/domain/list/list-state.ts";
import type { ActionTrial } from "../../../shared/protocol/preview.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { useTask } from "../../data/use-call.ts";
import type { ActionResult } from "./action-request.ts";
import { piecesOf, type TriedRow } from "./matching-words.ts";
import { useKeyedCall } from "./use-keyed-call.ts";
import { useNotice } from "./use-notice.tsx";

/** So many rows are done at once at most: who wants more narrows the list, or does it again. */
export const MOST_MATCHING = 5000;

interface MatchingInput {
  readonly screen: ScreenModel;
  readonly action: ScreenAction;
  readonly filters: readonly CrudFilter[];
  readonly reason?: string | undefined;
}

/** What was found of the rows of the filter. */
interface Trial {
  readonly rows: readonly TriedRow[];
  readonly total: number;
  readonly isComplete: boolean;
}

const NOTHING: Trial = { rows: [], total: 0, isComplete: false };

/** Tries the action on every row of the filter, piece by piece, without doing anything. It is broken off with the dialog. */
export function useTrial({ screen, action, filters }: MatchingInput) {
  const [trial, setTrial] = useState<Trial>(NOTHING);
  const url = moduleUrl(String(screen.MdlId), "TryAction");
  const { start } = useTask(async (signal: AbortSignal) => {
    let found = NOTHING;
    for (let after: number | null = 0; after !== null && found.rows.length < MOST_MATCHING; ) {
      const { filter } = listParams({ sorters: [], filters });
      const { rows, total, last }: ActionTrial = await post<ActionTrial>(url, { action: action.action, filter, after }, { signal });
      after = last;
      found = { rows: [...found.rows, ...rows], total: total ?? found.total, isComplete: last === null };
      setTrial(found);
    }
    setTrial({ ...found, isComplete: true });
  });
  const begin = useRef(start);
  useEffect(() => {
    const ended = new AbortController();
    begin.current(ended.signal);
    return () => ended.abort();
  }, []);
  return trial;
}

const UNKNOWN = "未执行，或未收到服务器答复，请刷新后核对";

/** Does the action to rows piece by piece, each piece one call with a key of its own, and keeps what became of each row. */
export function useRun({ screen, action, reason }: MatchingInput) {
  const { send } = useKeyedCall();
  const tellNotice = useNotice();
  const [results, setResults] = useState<ReadonlyMap<number, TriedRow>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  const run = async (rows: readonly TriedRow[]): Promise<void> => {
    isStopped.current = false;
    setRunning(true);
    const keep = (done: readonly TriedRow[]) => setResults((old) => new Map([...old, ...done.map((row) => [row.id, row] as const)]));
    for (const piece of piecesOf(rows)) {
      if (isStopped.current) break;
      const params = { action: action.action, ids: piece.map(({ id }) => id).join(","), each: "1", ...(action.needsReason && { reason }) };
      const url = moduleUrl(String(screen.MdlId), "Action");
      const answer = await send<{ results: readonly ActionResult[]; notice?: string }>({ title: action.title, url, params });
      const told = new Map(answer?.results.map((result) => [Number(result.id), result]));
      keep(piece.map(({ id, title }) => ({ id, title, ...resultOf(told.get(id)) })));
      if (answer?.notice !== undefined) tellNotice(answer.notice);
      // Whatever is in the way of a whole piece is in the way of the next one.
      if (answer === null) break;
    }
    setRunning(false);
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { run, stop, results, isRunning };
}

function resultOf(result: ActionResult | undefined): Pick<TriedRow, "Code" | "Msg"> {
  return result === undefined ? { Code: 0, Msg: UNKNOWN } : { Code: result.Code, Msg: result.Msg };
}
