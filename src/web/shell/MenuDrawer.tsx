import { Drawer } from "antd";
import type { ReactNode } from "react";

interface MenuDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The menu on a phone. */
export default function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      width={210}
      closable={false}
      styles={{ body: { padding: 0 } }}
      aria-label="功能菜单"
      data-testid="menu-drawer"
    >
      {children}
    </Drawer>
  );
}
