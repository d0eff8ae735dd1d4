import { BrowserMultiFormatReader } from "@zxing/browser";
import { BarcodeFormat, DecodeHintType } from "@zxing/library";
import { useEffect, useRef, useState } from "react";
import Sheet from "../../kinds/Sheet.tsx";

interface ScanSheetProps {
  readonly onScan: (text: string) => void;
  readonly onClose: () => void;
}

/** The codes on our sheets, and those on goods. */
const FORMATS = [BarcodeFormat.CODE_128, BarcodeFormat.QR_CODE, BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A];
const PAUSE_MS = 150;
/** What keeps the camera from us, by the name of the browser's error. */
const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: "没有使用摄像头的权限。请在浏览器的网站设置中允许摄像头，再打开扫描。",
  NotFoundError: "没有找到摄像头。请直接输入单号，或用扫描枪扫描。",
  NotReadableError: "摄像头正被其他程序使用。请关闭那个程序，再打开扫描。",
};

/** The camera's picture, looked at until a code is read from it. */
export default function ScanSheet({ onScan, onClose }: ScanSheetProps) {
  return (
    <Sheet title="扫描条码" isOpen onClose={onClose}>
      <Camera onScan={onScan} />
    </Sheet>
  );
}

/** The camera is let go of when this goes. */
function Camera({ onScan }: Pick<ScanSheetProps, "onScan">) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const scanned = useRef(onScan);
  scanned.current = onScan;
  useEffect(() => {
    const hints = new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, FORMATS],
      [DecodeHintType.TRY_HARDER, true],
    ]);
    const reader = new BrowserMultiFormatReader(hints, { delayBetweenScanAttempts: PAUSE_MS });
    let isOver = false;
    // A phone's camera behind; a desk has but one.
    const wanted = { video: { facingMode: { ideal: "environment" } } };
    const camera = reader.decodeFromConstraints(wanted, video.current ?? undefined, (result) => {
      if (isOver || !result) return;
      isOver = true;
      scanned.current(result.getText());
    });
    camera.catch((error: unknown) => {
      if (!isOver) setFailure(REASONS[error instanceof Error ? error.name : ""] ?? "摄像头打不开。请直接输入单号。");
    });
    return () => {
      isOver = true;
      void camera.then((controls) => controls.stop()).catch(() => undefined);
    };
  }, []);
  if (failure !== null) {
    return (
      <p role="alert" className="scan-failure">
        {failure}
      </p>
    );
  }
  return (
    <div className="scan">
      <video ref={video} playsInline muted data-testid="scan-video" />
      <p>把单据上的条码放在画面中间，读到后自动打开单据。</p>
    </div>
  );
}
