import { QrcodeOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { lazy, Suspense, useState } from "react";
import { miniCode } from "./mini-code.ts";

const MiniCodeCard = lazy(() => import("./MiniCodeCard.tsx"));

/** For suppliers: the code of the mini program, to be scanned from the screen. */
export function MiniCodeButton({ setting }: { setting: string }) {
  const [isOpen, setOpen] = useState(false);
  const card = (
    <Suspense fallback={<div className="mini-code" aria-busy />}>
      <MiniCodeCard code={miniCode(setting, location.origin)} />
    </Suspense>
  );
  return (
    <Popover content={card} trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
      <button type="button" className="shell-button" aria-label="小程序二维码" aria-expanded={isOpen} data-testid="mini-qr">
        <QrcodeOutlined aria-hidden />
      </button>
    </Popover>
  );
}
