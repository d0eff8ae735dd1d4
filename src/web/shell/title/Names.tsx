import type { SessionUser } from "../../../shared/protocol/screen.ts";

/** Whose portal it is: the shop, and the supplier who is signed in. */
export function Names({ user: { ShopName, SupplierName } }: { user: SessionUser }) {
  return (
    <div className="shell-names">
      {ShopName && <strong title={ShopName}>{ShopName}</strong>}
      {SupplierName && <span title={SupplierName}>{SupplierName}</span>}
    </div>
  );
}
