import { useState } from "react";
import type { SuggestionPage as SuggestionData } from "../../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useVisitorAnswer } from "../visitor/use-visitor-answer.ts";
import { VisitorDone } from "../visitor/VisitorDone.tsx";
import { VisitorFrame } from "../visitor/VisitorFrame.tsx";
import { VisitorLoad } from "../visitor/VisitorLoad.tsx";
import { SuggestionForm } from "./SuggestionForm.tsx";

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
