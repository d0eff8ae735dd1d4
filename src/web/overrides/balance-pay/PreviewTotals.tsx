import type { PayPreview } from "../../../shared/protocol/pay-preview.ts";
import { Sum } from "../../kinds/DecimalNumber.tsx";
import { totalsOf } from "./preview-words.ts";

/** The sums of a batch, in figures and in capitals. */
export function PreviewTotals({ preview }: { preview: PayPreview }) {
  return (
    <dl className="pay-totals" data-testid="preview-totals">
      {totalsOf(preview).map(({ title, amount, capitals }) => (
        <div key={title}>
          <dt>
            {title}（{preview.rows.length} 张）
          </dt>
          <dd>
            <b>
              <Sum value={amount} decimals={2} />
            </b>{" "}
            元
          </dd>
          <dd className="pay-capitals" data-testid="preview-capitals">
            {capitals}
          </dd>
        </div>
      ))}
    </dl>
  );
}
