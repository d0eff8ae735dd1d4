import { App } from "antd";
import { useEffect, useRef } from "react";
import { type Location, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import type { SessionState } from "../api/session.ts";
import { showToast, toastOf } from "../providers/notification-provider.ts";
import { tellSearched } from "../providers/searched-address.ts";
import { judge, type Verdict, type Visitor } from "./guard.ts";
import { HOME, NOT_FOUND } from "./paths.ts";

/** After this many ms a start at a refused address is replaced with the home page (docs/decisions/18). */
const START_MS = 1000;

/** What is to be drawn: a location, word of a refusal where there is no page to stay on, or nothing yet. */
type Guarded = { readonly kind: "draw"; readonly location: Location } | { readonly kind: "refused" } | { readonly kind: "wait" };

/**
 * Leads the visitor by what the guard says. Until it has led him on, the page he was on stays drawn, so that kept pages outlive a
 * refusal or an alias. null: nothing is known of the visitor yet.
 */
export function useGuard(visitor: Visitor | null): Guarded {
  const { message } = App.useApp();
  const location = useLocation();
  const step = useNavigationType();
  const navigate = useNavigate();
  const last = useRef<{ readonly session: SessionState; readonly location: Location } | null>(null);
  const verdict = visitor === null ? null : judgeAt(location, visitor);
  if (visitor !== null && verdict?.kind === "show") last.current = { session: visitor.session, location };
  // Where he was in another session is no place to stay.
  const kept = visitor !== null && last.current?.session === visitor.session ? last.current.location : null;

  const lead = () => {
    if (visitor === null || verdict === null || verdict.kind === "show") return undefined;
    if (verdict.kind === "go") {
      if (verdict.to !== NOT_FOUND) return navigate(verdict.to, { replace: true });
      const searched = location.pathname + location.search;
      tellSearched(searched);
      // Beside the history's entry: there it outlives a reload.
      return navigate(NOT_FOUND, { replace: true, state: { searched } });
    }
    showToast(message, toastOf(verdict.reason));
    if (kept === null) {
      const timer = setTimeout(() => navigate(HOME, { replace: true }), START_MS);
      return () => clearTimeout(timer);
    }
    // The page he is on may itself have been taken away.
    if (judgeAt(kept, visitor).kind !== "show") return navigate(HOME, { replace: true });
    return step === "PUSH" ? navigate(-1) : navigate(kept, { replace: true });
  };
  const latest = useRef(lead);
  latest.current = lead;
  // Once for each place and verdict, whatever else is drawn anew.
  const cause =
    verdict === null || verdict.kind === "show" ? null : `${location.key} ${verdict.kind === "go" ? verdict.to : verdict.reason}`;
  useEffect(() => (cause === null ? undefined : latest.current()), [cause]);

  if (verdict?.kind === "show") return { kind: "draw", location };
  if (kept !== null) return { kind: "draw", location: kept };
  return { kind: verdict?.kind === "refuse" ? "refused" : "wait" };
}

const judgeAt = ({ pathname, search }: Location, visitor: Visitor): Verdict => judge({ ...visitor, pathname, search });
