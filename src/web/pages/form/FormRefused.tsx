import { Button } from "antd";
import { Link } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { MessagePage } from "../failed/MessagePage.tsx";

interface FormRefusedProps {
  readonly screen: ScreenModel;
  readonly id: string | undefined;
  readonly text: string;
}

/** A form this user may not open, or not now. */
export function FormRefused({ screen, id, text }: FormRefusedProps) {
  const to = id === undefined ? screen.path : `${screen.path}/show/${encodeURIComponent(id)}`;
  return (
    <MessagePage sign="!" title={screen.title} text={text} testId="form-refused">
      <Link to={to} replace>
        <Button type="primary">{id === undefined ? "返回列表" : "查看"}</Button>
      </Link>
    </MessagePage>
  );
}
