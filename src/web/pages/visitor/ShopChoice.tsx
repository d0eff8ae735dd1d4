import type { VisitorShop } from "../../../shared/protocol/visitor.ts";

interface ShopChoiceProps {
  readonly shops: readonly VisitorShop[];
  /** Empty: none. */
  readonly value: string;
  readonly onChange: (shop: string) => void;
}

/** The shop a visitor turns to. The browser's own list: every phone has a good one. */
export function ShopChoice({ shops, value, onChange }: ShopChoiceProps) {
  return (
    <div className="visitor-item">
      <label htmlFor="visitor-shop">
        商场 / 零售商
        <span className="visitor-star" aria-hidden="true">
          *
        </span>
      </label>
      <select
        id="visitor-shop"
        className="visitor-input visitor-select"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          请选择
        </option>
        {shops.map(({ SHOP_ID, ShopName }) => (
          <option key={SHOP_ID} value={SHOP_ID}>
            {ShopName}
          </option>
        ))}
      </select>
    </div>
  );
}
