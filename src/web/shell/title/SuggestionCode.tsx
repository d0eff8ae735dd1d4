import { QRCode } from "antd";
import { textOf } from "../../../shared/domain/error-catalogue.ts";
import { ApiError, DEFAULT_MESSAGE } from "../../../shared/protocol/envelope.ts";
import type { SuggestionLink } from "../../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import "./suggestion-code.css";

/** In px. */
const SIZE = 120;

/** A code that leads to the suggestion page and names the supplier: 120 px, with the highest error correction. */
export default function SuggestionCode() {
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
          color="#000000"
          bgColor="#ffffff"
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
