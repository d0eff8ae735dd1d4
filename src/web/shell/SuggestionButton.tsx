import { BulbOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { lazy, Suspense, useState } from "react";
import "./suggestion-button.css";

// antd's QR code is large, and only some see it.
const SuggestionCode = lazy(() => import("./title/SuggestionCode.tsx"));

/** For suppliers of shops that take advice: the code of the suggestion page, to be scanned with a phone. */
export function SuggestionButton() {
  const [isOpen, setOpen] = useState(false);
  const code = (
    <Suspense fallback={<div className="suggestion-code" aria-busy />}>
      <SuggestionCode />
    </Suspense>
  );
  return (
    // Each opening signs a link of its own, so that none is shown that has ended.
    <Popover content={code} trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen} destroyTooltipOnHide>
      <button
        type="button"
        className="shell-button suggestion-button"
        aria-label="建议"
        aria-expanded={isOpen}
        data-testid="suggestion-button"
      >
        <BulbOutlined aria-hidden />
        <span>建议</span>
      </button>
    </Popover>
  );
}
