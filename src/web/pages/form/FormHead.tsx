import { ArrowLeftOutlined } from "@ant-design/icons";
import { Link, useLocation } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
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
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <header className="form-head">
      <Link to={state?.from ?? screen.path} className="form-back" data-testid="back-link">
        <ArrowLeftOutlined /> 返回列表
      </Link>
      <h1>
        {screen.title} · {isNew ? "新增" : "编辑"} <span>{number}</span>
      </h1>
      <div className="form-tools">
        <FormButtons isNew={isNew} isSaving={isSaving} onSave={exit.save} onCancel={exit.cancel} testId="form" />
      </div>
    </header>
  );
}
