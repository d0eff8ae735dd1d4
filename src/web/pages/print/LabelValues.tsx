import type { LabelledValue } from "../../../shared/protocol/print.ts";

/** Labels with their values, side by side. */
export function LabelValues({ pairs }: { pairs: readonly LabelledValue[] }) {
  return (
    <dl className="print-pairs">
      {pairs.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}：</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
