import { BulbOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { lazy, Suspense, useState } from "react";
import { textOf } from "../../shared/domain/error-catalogue.ts";
import { ApiError, DEFAULT_MESSAGE } from "../../shared/protocol/envelope.ts";
import type { SuggestionLink } from "../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { useCall } from "../data/use-call.ts";
import "./suggestion-button.css";

// antd's QR code is large, and only some see it.
const QRCode = lazy(() => import("antd/es/qr-code"));

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

/** In px. */
const SIZE = 120;

/** A code that leads to the suggestion page and names the supplier: 120 px, with the highest error correction. */
function SuggestionCode() {
  const { data, error, refetch } = useCall<SuggestionLink>(ENDPOINTS.adviceLink, {}, { of: "fixed", cacheTime: 0 });
  if (error !== null) {
    return (
      <div className="suggestion-code" role="alert">
        <p>{error instanceof ApiError ? textOf(error) : DEFAULT_MESSAGE}</p>
        <button type="button" onClick={() => void refetch()}>
          重试
        </button>
      </div>
    );
  }
  if (data === undefined) return <div className="suggestion-code" role="status" aria-label="加载中" aria-busy />;
  const url = new URL(data.path, data.origin || location.origin).href;
  return (
    <figure className="suggestion-code">
      <div data-testid="suggestion-qr">
        <QRCode
          aria-label="建议与意见页面的二维码"
          value={url}
          size={SIZE}
          errorLevel="H"
          type="svg"
          bordered={false}
          color="var(--sheet-ink)"
          bgColor="var(--sheet)"
        />
      </div>
      <figcaption>
        请用手机扫码，提交建议与意见
        <a href={url} target="_blank" rel="noreferrer" data-testid="suggestion-link">
          在浏览器中打开
        </a>
      </figcaption>
    </figure>
  );
}
