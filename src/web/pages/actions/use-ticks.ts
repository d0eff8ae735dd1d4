import { type HttpError, useOne } from "@refinedev/core";
import { useState } from "react";
import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ShowResult } from "../../../shared/protocol/screen.ts";
import type { Ticks } from "../../../shared/registry/model.ts";
import { rowId } from "../../kinds/row.ts";

const NONE: readonly WireRow[] = [];

/** The lines of a document and which of them are ticked: at first those that carry the flag already. */
export function useTicks(mdl: string, id: string, { entity, field }: Ticks) {
  const query = useOne<Pick<ShowResult, keyof ShowResult>, HttpError>({ resource: mdl, id });
  const lines = query.data?.data.lines[entity] ?? NONE;
  const [chosen, setTicked] = useState<readonly string[] | null>(null);
  const ticked = chosen ?? lines.filter((line) => isSet(line[field])).map(rowId);
  return { lines, ticked, setTicked, isLoading: query.isFetching, error: query.error };
}
