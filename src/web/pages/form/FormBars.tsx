import { Button } from "antd";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useTabName } from "../../providers/tab.ts";
import { BackLink } from "../show/BackLink.tsx";
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

interface FormButtonsProps {
  readonly isNew: boolean;
  readonly isSaving: boolean;
  readonly onSave: (then: "show" | "another") => void;
  readonly onCancel: () => void;
  /** What the test ids of these buttons begin with: they stand at the top and at the bottom. */
  readonly testId: string;
}

/** What a form can be left with. */
function FormButtons({ isNew, isSaving, onSave, onCancel, testId }: FormButtonsProps) {
  return (
    <>
      <Button onClick={onCancel} data-testid={`${testId}-cancel`}>
        取消
      </Button>
      {isNew && (
        <Button disabled={isSaving} onClick={() => onSave("another")} data-testid={`${testId}-save-another`}>
          保存并新增
        </Button>
      )}
      <Button type="primary" loading={isSaving} onClick={() => onSave("show")} title="Ctrl+S" data-testid={`${testId}-save`}>
        保存
      </Button>
    </>
  );
}

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
