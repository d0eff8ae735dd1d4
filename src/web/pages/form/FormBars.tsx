import { Button } from "antd";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useTabName } from "../../providers/tab.ts";
import { BackLink } from "../show/BackLink.tsx";
import type { FormExit } from "./use-form-exit.ts";

interface FormButtonsProps {
  readonly exit: FormExit;
  readonly isNew: boolean;
  readonly isSaving: boolean;
}

interface FormFootProps extends FormButtonsProps {
  readonly isDirty: boolean;
  /** Number of problems told above. */
  readonly problems: number;
}

/** The buttons again, under a form that is longer than the window. */
export function FormFoot({ isDirty, problems, ...buttons }: FormFootProps) {
  return (
    <footer className="form-foot">
      <span className={problems > 0 ? "form-problem" : "form-note"} role="status">
        {problems > 0 ? `有 ${problems} 处需要修改` : isDirty ? "有未保存的修改" : ""}
      </span>
      <FormButtons {...buttons} testId="form-foot" />
    </footer>
  );
}

/** What a form can be left with. `testId`: what the test ids begin with, as the buttons stand at the top and at the bottom. */
function FormButtons({ exit: { save, cancel }, isNew, isSaving, testId }: FormButtonsProps & { testId: string }) {
  return (
    <>
      <Button onClick={cancel} data-testid={`${testId}-cancel`}>
        取消
      </Button>
      {isNew && (
        <Button disabled={isSaving} onClick={() => save("another")} data-testid={`${testId}-save-another`}>
          保存并新增
        </Button>
      )}
      <Button type="primary" loading={isSaving} onClick={() => save("show")} title="Ctrl+S" data-testid={`${testId}-save`}>
        保存
      </Button>
    </>
  );
}

interface FormHeadProps extends FormButtonsProps {
  readonly screen: ScreenModel;
  readonly number: string;
}

/** What is being entered, and the ways out. */
export function FormHead({ screen, number, ...buttons }: FormHeadProps) {
  const { isNew } = buttons;
  useTabName(isNew ? `${screen.title} 新增` : `${screen.title} 编辑 ${number}`);
  return (
    <header className="form-head">
      <BackLink to={screen.path} className="form-back" />
      <h1>
        {screen.title} · {isNew ? "新增" : "编辑"} <span>{number}</span>
      </h1>
      <div className="form-tools">
        <FormButtons {...buttons} testId="form" />
      </div>
    </header>
  );
}
