import { QRCode } from "antd";
import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";
import type { MiniCode } from "./mini-code.ts";

/** Side of a code in px. */
const SIZE = 120;

/** A code to be scanned, with what it is for. */
export default function MiniCodeCard({ code: { picture, text, caption } }: { code: MiniCode }) {
  return (
    <figure className="mini-code" data-testid="mini-qr-image">
      {picture === null ? (
        <div role="img" aria-label="二维码">
          <QRCode type="svg" value={text} size={SIZE} bordered={false} errorLevel="M" />
        </div>
      ) : (
        <AuthImage url={picture} alt="小程序二维码" />
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
