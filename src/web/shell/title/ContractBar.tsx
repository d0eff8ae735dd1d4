import { CloseOutlined, ExclamationCircleFilled } from "@ant-design/icons";
import { useEffect, useState } from "react";
import type { SessionUser } from "../../../shared/protocol/screen.ts";
import { keepSeenNotice, readSeenNotice } from "../../api/session.ts";
import { contractNotice } from "./contract-notice.ts";

/** Tells a shop user that the contract ends soon, until it is put away; or, once, that it has ended. */
export function ContractBar({ user }: { user: SessionUser }) {
  const notice = contractNotice(user);
  const [seen, setSeen] = useState(readSeenNotice);
  const isShown = notice !== null && notice.kind !== seen;
  const isOnce = isShown && notice.kind === "ended";
  useEffect(() => {
    if (isOnce) keepSeenNotice("ended");
  }, [isOnce]);
  if (!isShown) return null;
  const close = () => {
    keepSeenNotice(notice.kind);
    setSeen(notice.kind);
  };
  return (
    <div className="contract-bar" data-kind={notice.kind} role="alert" data-testid="contract-notice">
      <ExclamationCircleFilled aria-hidden />
      <span>{notice.text}</span>
      <button type="button" aria-label="关闭提醒" onClick={close}>
        <CloseOutlined aria-hidden />
      </button>
    </div>
  );
}
