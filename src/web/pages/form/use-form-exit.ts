import { App } from "antd";
import { useCallback, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useTab, useUnsaved } from "../../providers/tab.ts";
import { useNotice } from "../actions/use-notice.tsx";
import { type FormDraft, rekeyed } from "./state/form-draft.ts";
import type { SaveTarget } from "./state/save-form.ts";
import type { useFormPage } from "./use-form-page.ts";

interface FormExitInput {
  readonly screen: ScreenModel;
  readonly target: SaveTarget | null;
  readonly page: ReturnType<typeof useFormPage>;
  /** As another new row starts. */
  readonly start: FormDraft;
  /** The form was saved, or given up. */
  readonly onLeft: () => void;
}

/** The ways out of a form: saved, saved and on to another, or cancelled. */
export function useFormExit({ screen, target, page, start, onLeft }: FormExitInput) {
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
  return { save, cancel: () => tab.leave(back) };
}

/** What the buttons of a form do. */
export type FormExit = ReturnType<typeof useFormExit>;

const showPath = ({ path }: ScreenModel, id: string): string => `${path}/show/${encodeURIComponent(id)}`;
