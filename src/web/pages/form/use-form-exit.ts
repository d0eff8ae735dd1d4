import { App } from "antd";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useTab, useUnsaved } from "../../providers/tab.ts";
import { useNotice } from "../actions/use-notice.tsx";
import { rekeyed } from "./state/form-draft.ts";
import type { FormPage } from "./use-form-page.ts";

/** The ways out of a form: saved, saved and on to another, or cancelled. `onLeft`: it was saved, or given up. */
export function useFormExit(page: FormPage, onLeft: () => void) {
  const { screen, target, start } = page;
  const { message } = App.useApp();
  const tellNotice = useNotice();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  const back = state?.from ?? (target === null ? screen.path : showPath(screen, target.id));

  const tab = useTab();
  useUnsaved(page.isDirty, onLeft);

  const run = useRef<(then: "show" | "another") => Promise<void>>();
  run.current = async (then) => {
    const saved = await page.save();
    if (saved === null) return;
    onLeft();
    if (saved.notice !== undefined) tellNotice(saved.notice);
    void message.success("保存成功");
    if (then === "another") page.begin(rekeyed(start));
    else navigate(showPath(screen, String(saved.id)), { replace: true, state });
  };
  const save = useCallback((then: "show" | "another" = "show") => void run.current?.(then), []);
  useSaveKey(save);
  return { save, cancel: () => tab.leave(back) };
}

/** What the buttons of a form do. */
export type FormExit = ReturnType<typeof useFormExit>;

const showPath = ({ path }: ScreenModel, id: string): string => `${path}/show/${encodeURIComponent(id)}`;

/** Ctrl+S, or ⌘S, saves the form in view instead of storing the page. */
function useSaveKey(save: () => void): void {
  const { isShown } = useTab();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !isShown()) return;
      event.preventDefault();
      settleTyping();
      // After what the line above wrote has been drawn.
      setTimeout(save);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [save, isShown]);
}

/** A calendar takes a typed day only when it is left. */
function settleTyping(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLInputElement) || active.closest(".ant-picker") === null) return;
  active.blur();
  active.focus();
}
