import { FileImageOutlined } from "@ant-design/icons";
import type { AttachmentSize } from "./attachment-urls.ts";
import { useAttachment } from "./use-attachments.ts";
import "./attachments.css";

interface AuthImageProps {
  readonly url: string;
  readonly alt: string;
  readonly size?: AttachmentSize;
  readonly className?: string;
}

/** An uploaded picture: fetched with the session's token, shown from memory. */
export function AuthImage({ url, alt, size = "full", className = "" }: AuthImageProps) {
  const { src, error } = useAttachment(url, size);
  if (src !== undefined) return <img className={`auth-image ${className}`} src={src} alt={alt} />;
  if (error === undefined) return <span className={`auth-image auth-image-wait ${className}`} role="img" aria-label={alt} aria-busy />;
  return (
    <span className={`auth-image auth-image-none ${className}`} role="img" aria-label={`${alt}：无法显示`} title="图片无法显示">
      <FileImageOutlined aria-hidden />
    </span>
  );
}
