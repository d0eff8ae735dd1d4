import Drawer from "antd/es/drawer";
import type { ReactNode } from "react";

export interface SheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** What comes up from below: BottomSheet loads it. */
export default function Sheet({ title, isOpen, onClose, footer, children }: SheetProps) {
  return (
    <Drawer title={title} placement="bottom" height="auto" rootClassName="sheet" open={isOpen} onClose={onClose} footer={footer}>
      {children}
    </Drawer>
  );
}
