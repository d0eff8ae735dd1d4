import { useState } from "react";
import type { SuggestionPage as SuggestionData } from "../../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { ShopChoice } from "./ShopChoice.tsx";
import { VisitorForm } from "./VisitorForm.tsx";
import { useVisitorAnswer, VisitorDone, VisitorFrame, VisitorLoad } from "./VisitorFrame.tsx";

const TITLE = "建议与意见";
/** The parts of a link (src/server/features/advice/signed-link.ts). */
const PARTS = ["s", "p", "e", "k"] as const;

/** Anybody tells a shop what could be better; a link out of the portal says for which supplier. Meant for phones first. */
export default function SuggestionPage() {
  const [link] = useState(linkOfAddress);
  const { data, ...load } = useVisitorAnswer<SuggestionData>(ENDPOINTS.adviceForm, link);
  const [isDone, setDone] = useState(false);
  return (
    <VisitorFrame title={TITLE} lead={leadOf(data)} isNarrow testId="suggestion-page">
      {data === null && <VisitorLoad {...load} />}
      {data !== null && !isDone && <SuggestionForm data={data} link={link} onDone={() => setDone(true)} />}
      {isDone && (
        <VisitorDone title="感谢您的建议" testId="suggestion-done">
          <p className="visitor-thanks">我们已经收到，会尽快处理。</p>
          <button type="button" className="visitor-button" onClick={() => setDone(false)}>
            再提一条
          </button>
        </VisitorDone>
      )}
    </VisitorFrame>
  );
}

function linkOfAddress(): Readonly<Record<string, string>> {
  const address = new URLSearchParams(location.search);
  return Object.fromEntries(PARTS.flatMap((part) => (address.get(part) ? [[part, address.get(part) ?? ""]] : [])));
}

function leadOf(data: SuggestionData | null): string {
  const shop = data?.shop ?? (data?.shops.length === 1 ? data.shops[0] : undefined);
  if (shop === undefined) return "您的每一条建议，我们都会认真对待。";
  return `${shop.ShopName}期待听到您的声音${data?.supplier ? `（来自 ${data.supplier}）` : ""}。`;
}

interface SuggestionFormProps {
  readonly data: SuggestionData;
  /** The parts of the link that led here. */
  readonly link: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

/** The form, for the shop of the link, or for one of those that take suggestions. */
function SuggestionForm({ data: { shops, shop: linked, isStale, form, own }, link, onDone }: SuggestionFormProps) {
  const [only] = shops;
  const [shop, setShop] = useState(linked?.SHOP_ID ?? (shops.length === 1 ? (only?.SHOP_ID ?? "") : ""));
  if (shops.length === 0) {
    return (
      <p className="visitor-card" role="status">
        目前没有开放建议的商场。
      </p>
    );
  }
  return (
    <>
      {isStale && (
        <p className="visitor-alert" role="status" data-testid="suggestion-stale">
          链接已失效，您的建议仍可提交，但不会关联到供应商。
        </p>
      )}
      {linked === null && shops.length > 1 && (
        <section className="visitor-card" aria-label="建议对象">
          <ShopChoice shops={shops} value={shop} onChange={setShop} />
        </section>
      )}
      {shop !== "" && (
        <VisitorForm
          spec={own?.[shop] ?? form}
          shop={shop}
          url={ENDPOINTS.saveAdvice}
          params={linked === null ? { s: shop } : link}
          submitText="提交建议"
          onDone={onDone}
        />
      )}
    </>
  );
}
