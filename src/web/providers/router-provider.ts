import { type GoConfig, type ParseResponse, ResourceContext, type RouterBindings } from "@refinedev/core";
import base from "@refinedev/react-router-v6";
import { useCallback, useContext } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { placeOfPath } from "../../shared/domain/page-place.ts";
import { readListState, writeListState } from "../data/list-state.ts";

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

/** What refine knows an address by. Its own way tries the paths of all resources, in each of its hooks. */
function useParse() {
  const { pathname, search } = useLocation();
  const { resources } = useContext(ResourceContext);
  return useCallback((): ParseResponse => {
    const { base: path, rest } = placeOfPath(pathname);
    const resource = resources.find(({ list }) => list === path);
    const place = resource && ACTIONS.find(({ below }) => below.test(rest));
    const id = place?.below.exec(rest)?.[1];
    return {
      ...(resource && place && { resource, action: place.action }),
      ...(id !== undefined && { id: decodeURIComponent(id) }),
      pathname,
      params: readListState(search),
    };
  }, [pathname, search, resources]);
}

/** By what stands below the address of the page. */
const ACTIONS = [
  { action: "list", below: /^$/ },
  { action: "show", below: /^\/show\/([^/]+)$/ },
  { action: "create", below: /^\/create$/ },
  { action: "edit", below: /^\/([^/]+)\/edit$/ },
] as const;
