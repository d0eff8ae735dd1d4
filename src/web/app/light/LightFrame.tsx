import { createPortal } from "react-dom";
import { readSeenNotice, readShell, readUser } from "../../api/session.ts";
import { BrandMark } from "../../kinds/icons/BrandMark.tsx";
import { LightList } from "../../pages/light/LightList.tsx";
import type { LightRows } from "../../pages/light/light-rows.ts";
import { contractNotice } from "../../shell/contract-notice.ts";
import { useSidebar } from "../../shell/use-sidebar.ts";
import "../../pages/module/page-progress.css";
import "../../shell/shell.css";
import "../../shell/tabs/tabs.css";
import "../../shell/title/title.css";
import "./light-frame.css";

interface LightFrameProps {
  /** What the portal is called. */
  readonly title: string;
  readonly list: LightRows;
  /** The elements of the page and of its rows, which may be taken elsewhere. */
  readonly page: HTMLElement;
  readonly table: HTMLElement;
}

/** The frame as it will be (shell/Shell.tsx): its grounds, whose portal it is, and the list within it. */
export function LightFrame({ title, list, page, table }: LightFrameProps) {
  const { isMobile, isOpen } = useSidebar();
  const user = readUser();
  const notice = user && contractNotice(user);
  return (
    <div className="shell">
      <div className="page-progress" />
      {!isMobile && (
        <div className="shell-side" data-collapsed={!isOpen} data-still>
          <div className="shell-logo">
            <BrandMark />
            {isOpen && <span>{title}</span>}
          </div>
        </div>
      )}
      <div className="shell-main">
        <div className="shell-bar" data-own={readShell().ownLayout}>
          <span className="shell-button" />
          {isMobile && <BrandMark />}
          <div className="shell-names">
            {user?.ShopName && <strong>{user.ShopName}</strong>}
            {user?.SupplierName && <span>{user.SupplierName}</span>}
          </div>
        </div>
        {notice && notice.kind !== readSeenNotice() && (
          <div className="contract-bar" data-kind={notice.kind}>
            <span>{notice.text}</span>
          </div>
        )}
        <div className="tabs" />
        <div className="shell-content" ref={(place) => void (page.isConnected || place?.append(page))} />
      </div>
      {createPortal(<LightList list={list} table={table} />, page)}
    </div>
  );
}
