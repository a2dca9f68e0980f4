"use client";

import { Copy, Download, Share2 } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";
import type { PartnerSummary } from "#lib/protocol/partner-reads.ts";
import { copyImage, sharePage } from "./share.ts";

type ShareCardProps = { referral: PartnerSummary["referral"] };

const NEVER = () => () => {};

/** The image that shows the link where it is shared, as it is, with what can be done with it. */
export function ShareCard({ referral }: ShareCardProps) {
  const text = useText("partnerLink");
  const { url, code, discount_percent: discount } = referral;
  const image = `/r/${encodeURIComponent(code)}/card.png`;
  const canShare = useSyncExternalStore(
    NEVER,
    () => "share" in navigator,
    () => false,
  );
  const copy = async () => {
    const isDone = await copyImage(image);
    if (isDone) notify({ tone: "neutral", text: text("imageCopied") });
    else notify({ tone: "bad", text: text("imageNotCopied"), keep: false });
  };
  const share = async () => {
    const isDone = await sharePage({ url, text: text("shareText", { discount }), image });
    if (!isDone) notify({ tone: "bad", text: text("notShared"), keep: false });
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs font-medium">{text("cardTitle")}</h3>
      <Preview
        key={code}
        image={image}
        alt={text("cardAlt", { discount, link: `\u2066${url}\u2069` })}
      />
      <div className="flex flex-wrap gap-2">
        {canShare ? (
          <Button tone="primary" className="pointer-coarse:min-h-11" onClick={() => void share()}>
            <Share2 size={14} aria-hidden /> {text("share")}
          </Button>
        ) : null}
        <Button className="pointer-coarse:min-h-11" onClick={() => void copy()}>
          <Copy size={14} aria-hidden /> {text("copyImage")}
        </Button>
        <a
          href={image}
          download={`svc-${code}.png`}
          className={buttonStyle({ className: "pointer-coarse:min-h-11" })}
        >
          <Download size={14} aria-hidden /> {text("downloadImage")}
        </a>
      </div>
    </div>
  );
}

function Preview({ image, alt }: { image: string; alt: string }) {
  const text = useText("partnerLink");
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <div
        role="alert"
        className="flex aspect-[1200/630] w-full flex-col items-center justify-center gap-2 rounded border bg-raised p-3 text-center"
      >
        <p className="text-xs text-ink-muted">{text("cardFailed")}</p>
        <Button
          className="pointer-coarse:min-h-11"
          onClick={() => {
            setTries((count) => count + 1);
            setFailed(false);
          }}
        >
          {text("tryAgain")}
        </Button>
      </div>
    );
  }
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- it is drawn for its size, and there is nothing to make smaller
    <img
      key={tries}
      src={image}
      alt={alt}
      width={1200}
      height={630}
      loading="lazy"
      decoding="async"
      className="aspect-[1200/630] h-auto w-full rounded border bg-raised"
      onError={() => setFailed(true)}
    />
  );
}
