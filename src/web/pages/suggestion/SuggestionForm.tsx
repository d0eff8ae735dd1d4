import { useState } from "react";
import type { SuggestionPage as SuggestionData } from "../../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { ShopChoice } from "../visitor/ShopChoice.tsx";
import { VisitorForm } from "../visitor/VisitorForm.tsx";

interface SuggestionFormProps {
  readonly data: SuggestionData;
  /** The parts of the link that led here. */
  readonly link: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

/** The form, for the shop of the link, or for one of those that take suggestions. */
export function SuggestionForm({ data: { shops, shop: linked, isStale, form }, link, onDone }: SuggestionFormProps) {
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
          spec={form}
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
