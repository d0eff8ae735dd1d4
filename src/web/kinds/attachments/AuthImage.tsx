import { FileImageOutlined } from "@ant-design/icons";
import { type FileSize, useFiles } from "../../data/use-files.ts";
import "./attachments.css";

interface AuthImageProps {
  readonly url: string;
  readonly alt: string;
  readonly size?: FileSize;
  readonly className?: string;
}

/** An uploaded picture: fetched with the session's token, shown from memory. */
export function AuthImage({ url, alt, size = "full", className = "" }: AuthImageProps) {
  const [{ src, error } = {}] = useFiles([url], size);
  if (src !== undefined) return <img className={`auth-image ${className}`} src={src} alt={alt} />;
  if (error === undefined) {
    // Where the picture says nothing that is not beside it, its place says nothing, either.
    const name = alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt, "aria-busy": true };
    return <span className={`auth-image auth-image-wait ${className}`} {...name} />;
  }
  const label = alt === "" ? "图片无法显示" : `${alt}：无法显示`;
  return (
    <span className={`auth-image auth-image-none ${className}`} role="img" aria-label={label} title="图片无法显示">
      <FileImageOutlined aria-hidden />
    </span>
  );
}
