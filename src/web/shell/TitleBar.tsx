import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import type { MenuEntry, SessionUser } from "../../shared/protocol/screen.ts";
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
        {hasOwnLogo && user && <ShopLogo url={logo} shopName={user.ShopName} />}
        {/* On a desktop the mark stands at the head of the menu, in the same line. */}
        {!hasOwnLogo && sidebar.isMobile && <BrandMark />}
        {user && <Names user={user} />}
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

/** Whose portal it is: the shop, and the supplier who is signed in. */
function Names({ user: { ShopName, SupplierName } }: { user: SessionUser }) {
  return (
    <div className="shell-names">
      {ShopName && <strong title={ShopName}>{ShopName}</strong>}
      {SupplierName && <span title={SupplierName}>{SupplierName}</span>}
    </div>
  );
}

/** The shop's own logo in the title bar. */
function ShopLogo({ url, shopName }: { url: string; shopName: string }) {
  return (
    <span className="shop-logo" data-testid="shop-logo" title={shopName}>
      <AuthImage url={url} alt={`${shopName}标志`} />
    </span>
  );
}
