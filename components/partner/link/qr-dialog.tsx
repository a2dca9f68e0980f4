"use client";

import { QRCodeCanvas, QRCodeSVG } from "qrcode.react";
import { useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

type QrDialogProps = { url: string; code: string; onClose: () => void };

/** Pixels of the file, enough for print. */
const FILE_SIZE = 1024;

/** Dark on white with the margin that scanners need, in every theme. */
const STYLE = { level: "M", marginSize: 4, bgColor: "#ffffff", fgColor: "#000000" } as const;

/** The link as a QR code, to scan or to save. Loaded on demand (`lazy`). */
export default function QrDialog({ url, code, onClose }: QrDialogProps) {
  const text = useText("partnerLink");
  const picture = useRef<SVGSVGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const link = `\u2066${url}\u2069`;
  const savePng = () => {
    canvas.current?.toBlob((blob) => {
      if (blob !== null) save(blob, `svc-${code}-qr.png`);
    });
  };
  const saveSvg = () => {
    if (picture.current === null) return;
    const drawing = new XMLSerializer().serializeToString(picture.current);
    save(new Blob([drawing], { type: "image/svg+xml" }), `svc-${code}-qr.svg`);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text("qrTitle")}
      description={<span className="[overflow-wrap:anywhere]">{text("qrText", { link })}</span>}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="md" onClick={saveSvg}>
            {text("asSvg")}
          </Button>
          <Button size="md" tone="primary" onClick={savePng}>
            {text("asPng")}
          </Button>
        </div>
      }
    >
      <div className="mx-auto w-fit rounded-md border bg-white p-1">
        <QRCodeSVG
          ref={picture}
          value={url}
          size={240}
          title={text("qrName", { link: url })}
          {...STYLE}
        />
      </div>
      <QRCodeCanvas ref={canvas} value={url} size={FILE_SIZE} hidden aria-hidden {...STYLE} />
    </Dialog>
  );
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
