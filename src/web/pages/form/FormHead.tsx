import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useTabName } from "../../providers/tab.ts";
import { BackLink } from "../show/BackLink.tsx";
import { FormButtons } from "./FormButtons.tsx";
import type { FormExit } from "./use-form-exit.ts";

interface FormHeadProps {
  readonly screen: ScreenModel;
  readonly number: string;
  readonly exit: FormExit;
  readonly isNew: boolean;
  readonly isSaving: boolean;
}

/** What is being entered, and the ways out. */
export function FormHead({ screen, number, exit, isNew, isSaving }: FormHeadProps) {
  useTabName(isNew ? `${screen.title} 新增` : `${screen.title} 编辑 ${number}`);
  return (
    <header className="form-head">
      <BackLink to={screen.path} className="form-back" />
      <h1>
        {screen.title} · {isNew ? "新增" : "编辑"} <span>{number}</span>
      </h1>
      <div className="form-tools">
        <FormButtons isNew={isNew} isSaving={isSaving} onSave={exit.save} onCancel={exit.cancel} testId="form" />
      </div>
    </header>
  );
}
