import { Link } from "react-router-dom";
import type { HomeBanner } from "../../../shared/protocol/home.ts";
import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";

/** Announcements with a picture, side by side; more than fit are reached by scrolling. undefined: not known yet. */
export function Banners({ banners }: { banners: readonly HomeBanner[] | undefined }) {
  if (banners === undefined) return <div className="home-banners" aria-hidden />;
  return (
    <section className="home-banners" aria-label="图片公告" data-testid="home-banners">
      {banners.map(({ title, img, url }) => (
        <Link key={url} to={url} className="home-banner" aria-label={title}>
          <AuthImage url={img} alt="" />
          <span className="home-banner-title">{title}</span>
        </Link>
      ))}
    </section>
  );
}
