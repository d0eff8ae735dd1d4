import { BellOutlined, CloseOutlined, ExclamationCircleFilled, MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { MenuEntry, SessionUser } from "../../shared/protocol/screen.ts";
import { keepSeenNotice, readLogo, readSeenNotice, readShell, readUser } from "../api/session.ts";
import { AuthImage } from "../kinds/attachments/AuthImage.tsx";
import { BrandMark } from "../kinds/icons/BrandMark.tsx";
import { contractNotice } from "./contract-notice.ts";
import { ManualButton } from "./manual/ManualButton.tsx";
import { SuggestionButton } from "./SuggestionButton.tsx";
import { ModuleSearch } from "./search/ModuleSearch.tsx";
import { MiniCodeButton } from "./title/MiniCodeButton.tsx";
import { AccountLinks, UserMenu } from "./UserMenu.tsx";
import { useRemindCount } from "./use-reminded.ts";
import type { Sidebar } from "./use-sidebar.ts";
import "./title/title.css";

/** Whose portal it is, the search, codes, messages and the user; below it, what the shop must know about its contract. */
export function TitleBar({ sidebar, groups }: { sidebar: Sidebar; groups: readonly MenuEntry[] }) {
  const user = readUser();
  const { ownLayout, hasAdvice, miniQr } = readShell();
  const logo = readLogo();
  const hasOwnLogo = ownLayout && logo !== "";
  return (
    <>
      <header className="shell-bar" data-own={ownLayout} data-testid="title-bar">
        <button
          type="button"
          className="shell-button"
          data-testid="sidebar-toggle"
          onClick={sidebar.toggle}
          aria-expanded={sidebar.isOpen}
          aria-label={sidebar.isOpen ? "收起菜单" : "展开菜单"}
        >
          {sidebar.isOpen ? <MenuFoldOutlined aria-hidden /> : <MenuUnfoldOutlined aria-hidden />}
        </button>
        {hasOwnLogo && user && (
          <span className="shop-logo" data-testid="shop-logo" title={user.ShopName}>
            <AuthImage url={logo} alt={`${user.ShopName}标志`} />
          </span>
        )}
        {/* On a desktop the mark stands at the head of the menu, in the same line. */}
        {!hasOwnLogo && sidebar.isMobile && <BrandMark />}
        {user && (
          <div className="shell-names">
            {user.ShopName && <strong title={user.ShopName}>{user.ShopName}</strong>}
            {user.SupplierName && <span title={user.SupplierName}>{user.SupplierName}</span>}
          </div>
        )}
        <ModuleSearch groups={groups} onSummon={sidebar.dismiss} />
        {user && user.PROV_ID !== "" && <MiniCodeButton setting={miniQr} />}
        {user && user.PROV_ID !== "" && hasAdvice && <SuggestionButton />}
        <ManualButton />
        <MessageBadge groups={groups} />
        {user && (ownLayout ? <AccountLinks user={user} /> : <UserMenu user={user} />)}
      </header>
      {user && <ContractBar user={user} />}
    </>
  );
}

/** Tells a shop user that the contract ends soon, until it is put away; or, once, that it has ended. */
function ContractBar({ user }: { user: SessionUser }) {
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

/** Where the badge leads. */
const MESSAGES_PATH = "/messageAdmin/MsgManage";

const MOST_SHOWN = 99;

/** Unread messages; shown to those who may open the message list. */
function MessageBadge({ groups }: { groups: readonly MenuEntry[] }) {
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
