import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { readLogo, readShell, readUser } from "../api/session.ts";
import { AuthImage } from "../kinds/attachments/AuthImage.tsx";
import { BrandMark } from "../kinds/icons/BrandMark.tsx";
import { MessageBadge } from "./MessageBadge.tsx";
import { ManualButton } from "./manual/ManualButton.tsx";
import { SuggestionButton } from "./SuggestionButton.tsx";
import { ModuleSearch } from "./search/ModuleSearch.tsx";
import { ContractBar } from "./title/ContractBar.tsx";
import { MiniCodeButton } from "./title/MiniCodeButton.tsx";
import { AccountLinks, UserMenu } from "./UserMenu.tsx";
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
