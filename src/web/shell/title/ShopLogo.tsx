import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";

interface ShopLogoProps {
  readonly url: string;
  readonly shopName: string;
}

/** The shop's own logo in the title bar. */
export function ShopLogo({ url, shopName }: ShopLogoProps) {
  return (
    <span className="shop-logo" data-testid="shop-logo" title={shopName}>
      <AuthImage url={url} alt={`${shopName}标志`} />
    </span>
  );
}
