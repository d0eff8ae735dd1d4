import type { GoConfig, RouterBindings } from "@refinedev/core";
import base from "@refinedev/react-router-v6";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readListState, writeListState } from "../data/list-state.ts";

const useBaseParse = base.parse ?? (() => () => ({}));

/** refine's router binding, with our own form of the address of a list (see list-state). */
export const routerProvider: RouterBindings = { ...base, go: useGo, parse: useParse };

function useGo() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return useCallback(
    ({ to, type, query, hash: newHash, options }: GoConfig) => {
      const params = new URLSearchParams(options?.keepQuery ? search : "");
      for (const [key, value] of writeListState(query ?? {})) params.set(key, value);
      const mark = newHash ?? (options?.keepHash ? hash : "");
      const target = { pathname: to ?? pathname, search: params.toString(), hash: mark };
      if (type === "path") return `${target.pathname}${target.search && `?${target.search}`}${mark}`;
      navigate(target, { replace: type === "replace" });
      return undefined;
    },
    [navigate, pathname, search, hash],
  );
}

function useParse() {
  const parse = useBaseParse();
  const { search } = useLocation();
  return useCallback(() => ({ ...parse(), params: readListState(search) }), [parse, search]);
}
