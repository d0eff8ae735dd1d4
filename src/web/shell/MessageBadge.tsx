import { BellOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import { Link } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { useRemindCount } from "./use-reminded.ts";

/** Where the badge leads. */
const MESSAGES_PATH = "/messageAdmin/MsgManage";

const MOST_SHOWN = 99;

/** Unread messages; shown to those who may open the message list. */
export function MessageBadge({ groups }: { groups: readonly MenuEntry[] }) {
  const isGranted = groups.some((group) => group.children.some((page) => page.path === MESSAGES_PATH));
  const count = useRemindCount(isGranted);
  if (!isGranted) return null;
  return (
    <Tooltip title={count > 0 ? `${count} 条未读消息` : "消息"}>
      <Link
        to={MESSAGES_PATH}
        className="shell-button"
        aria-label={count > 0 ? `消息，${count} 条未读` : "消息"}
        data-testid="message-badge"
      >
        <BellOutlined aria-hidden />
        {count > 0 && (
          <span className="shell-count" aria-hidden>
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
