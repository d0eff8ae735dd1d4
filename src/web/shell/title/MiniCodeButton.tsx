import { QrcodeOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { lazy, Suspense, useState } from "react";
import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";

// antd's QR code is large, and is seen only when it is asked for.
const QRCode = lazy(() => import("antd/es/qr-code"));

/** Side of a code in px. */
const SIZE = 120;

/** For suppliers: the code of the mini program, to be scanned from the screen. */
export function MiniCodeButton({ setting }: { setting: string }) {
  const [isOpen, setOpen] = useState(false);
  const card = (
    <Suspense fallback={<div className="mini-code" aria-busy />}>
      <MiniCodeCard {...miniCode(setting, location.origin)} />
    </Suspense>
  );
  return (
    <Popover content={card} trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
      <button type="button" className="shell-button" aria-label="小程序二维码" aria-expanded={isOpen} data-testid="mini-qr">
        <QrcodeOutlined aria-hidden />
      </button>
    </Popover>
  );
}

/** A code to be scanned, with what it is for. */
function MiniCodeCard({ picture, text, caption }: ReturnType<typeof miniCode>) {
  return (
    <figure className="mini-code" data-testid="mini-qr-image">
      {picture === null ? (
        <div role="img" aria-label="二维码">
          <QRCode type="svg" value={text} size={SIZE} bordered={false} errorLevel="M" color="var(--sheet-ink)" bgColor="var(--sheet)" />
        </div>
      ) : (
        <AuthImage url={picture} alt="小程序二维码" />
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/**
 * What the setting `site.miniQr` shows to be scanned: an uploaded picture of a code, or a text to draw one from. Where none is set, the
 * portal's own address is offered.
 */
export function miniCode(setting: string, origin: string) {
  if (setting === "") return { picture: null, text: origin, caption: "扫码在手机上打开本系统" };
  const isUploaded = setting.startsWith("/") && !setting.startsWith("//");
  return { picture: isUploaded ? setting : null, text: setting, caption: "扫码打开小程序" };
}
