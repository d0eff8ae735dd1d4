import { FormButtons } from "./FormButtons.tsx";
import type { FormExit } from "./use-form-exit.ts";

interface FormFootProps {
  readonly isDirty: boolean;
  /** Number of problems told above. */
  readonly problems: number;
  readonly exit: FormExit;
  readonly isNew: boolean;
  readonly isSaving: boolean;
}

/** The buttons again, under a form that is longer than the window. */
export function FormFoot({ isDirty, problems, exit, isNew, isSaving }: FormFootProps) {
  return (
    <footer className="form-foot">
      <span className={problems > 0 ? "form-problem" : "form-note"} role="status">
        {problems > 0 ? `有 ${problems} 处需要修改` : isDirty ? "有未保存的修改" : ""}
      </span>
      <FormButtons isNew={isNew} isSaving={isSaving} onSave={exit.save} onCancel={exit.cancel} testId="form-foot" />
    </footer>
  );
}
