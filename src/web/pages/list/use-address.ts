import type { CrudFilter } from "@refinedev/core";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ListState } from "../../../shared/domain/list/list-state.ts";
import { LIST_KEYS, writeListState } from "../../data/list-state.ts";

/** Keeps the state of a list in the address of its page; other words of the address stay. */
export function useAddress(state: ListState<CrudFilter>): void {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location });
  latest.current = { navigate, location };
  const words = writeListState({ ...state }).toString();
  useEffect(() => {
    const { navigate: go, location: at } = latest.current;
    const next = new URLSearchParams(at.search);
    for (const key of LIST_KEYS) next.delete(key);
    for (const [key, value] of new URLSearchParams(words)) next.set(key, value);
    const before = new URLSearchParams(at.search).toString();
    if (next.toString() !== before) go({ pathname: at.pathname, search: next.toString(), hash: at.hash }, { replace: true });
  }, [words]);
}
