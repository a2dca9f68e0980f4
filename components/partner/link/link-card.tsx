"use client";

import { Copy, Download, QrCode, Share2 } from "lucide-react";
import { useTheme } from "next-themes";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyBox } from "#components/machines/parts/copy-box.tsx";
import { Fold } from "#components/partner/earnings/fold.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { Loading } from "#components/ui/panel.tsx";
import type { PartnerLink, PartnerSummary } from "#lib/protocol/wire/partner.ts";

const QrDialog = lazy(() => import("./qr-dialog.tsx"));
const LinkList = lazy(() => import("./link-list.tsx"));

type LinkCardProps = { referral: PartnerSummary["referral"] };

/** A link as text, QR code and image: the first one, or one that is chosen from the list. */
export function LinkCard({ referral: first }: LinkCardProps) {
  const text = useText("partnerLink");
  const [isQrOpen, setQrOpen] = useState(false);
  const [chosen, choose] = useState<Pick<PartnerLink, "code" | "url">>(first);
  const referral = { ...first, code: chosen.code, url: chosen.url };
  const { url, code, discount_percent: discount } = referral;
  return (
    <section
      aria-labelledby="partner-link"
      className="grid gap-4 rounded-md border bg-surface p-4 md:grid-cols-[1fr_minmax(0,20rem)] md:gap-6"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h2 id="partner-link" className="text-sm font-semibold">
            {text("linkTitle")}
          </h2>
          <p className="max-w-xl text-ink-muted">{text("linkText", { discount })}</p>
        </div>
        <CopyBox label={text("link")} value={url} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-xs text-ink-muted">
            {text("codeIs", { code: `\u2066${code}\u2069` })}
          </span>
          <Button size="md" onClick={() => setQrOpen(true)}>
            <QrCode size={15} aria-hidden /> {text("qr")}
          </Button>
        </div>
        <ShareTargets url={url} discount={discount} />
        <AllLinks shown={code} onShow={choose} />
      </div>
      <Fold summary={<span className="text-xs text-accent">{text("cardTitle")}</span>}>
        <ShareCard referral={referral} />
      </Fold>
      {isQrOpen ? (
        <LazyBoundary onFailure={() => setQrOpen(false)}>
          <QrDialog url={url} code={code} onClose={() => setQrOpen(false)} />
        </LazyBoundary>
      ) : null}
    </section>
  );
}

type AllLinksProps = { shown: string; onShow: (link: PartnerLink) => void };

/** The list of all links; its code and its figures are loaded when it is opened. */
function AllLinks(props: AllLinksProps) {
  const text = useText("partnerLink");
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded py-1 text-xs text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:content-center">
        {text("allLinks")}
      </summary>
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <Suspense fallback={<Loading label={text("loadingLinks")} />}>
            <LinkList {...props} />
          </Suspense>
        </LazyBoundary>
      ) : null}
    </details>
  );
}

/** Where a link can be posted at once, with the text that goes along. */
function ShareTargets({ url, discount }: { url: string; discount: number }) {
  const text = useText("partnerLink");
  const message = text("shareText", { discount });
  const to = (address: string, parameters: Record<string, string>) =>
    `${address}?${new URLSearchParams(parameters).toString()}`;
  const mail = `mailto:?subject=${encodeURIComponent(message)}&body=${encodeURIComponent(url)}`;
  const targets = [
    [text("shareBy", { name: "X" }), to("https://x.com/intent/post", { text: message, url })],
    [text("shareBy", { name: "Telegram" }), to("https://t.me/share/url", { url, text: message })],
    [text("byMail"), mail],
  ] as const;
  return (
    <p className="flex flex-wrap gap-x-4 text-xs">
      {targets.map(([name, href]) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {name}
        </a>
      ))}
    </p>
  );
}

type ShareCardProps = { referral: PartnerSummary["referral"] };

const NEVER = () => () => {};

/** The share image of the link, with buttons that share, copy and download it. */
function ShareCard({ referral }: ShareCardProps) {
  const text = useText("partnerLink");
  const { url, code, discount_percent: discount } = referral;
  const { resolvedTheme } = useTheme();
  const card = `/r/${encodeURIComponent(code)}/card.png`;
  // The card has the look of the page.
  const image = resolvedTheme === "light" ? `${card}?theme=light` : card;
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
      <h3 className="text-xs font-medium max-sm:sr-only">{text("cardTitle")}</h3>
      <Preview
        key={image}
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
    // oxlint-disable-next-line nextjs/no-img-element -- the image has the right size already
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

/** Handing an image of this site on: to the clipboard, or by the system's own way to share. */

/** Returns whether the copy succeeded. Passes a promise, because the permission of a click expires during a fetch. */
async function copyImage(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": fetchImage(address) })]);
    return true;
  } catch {
    return false;
  }
}

type Shared = { url: string; text: string /** Address of a PNG of this site. */; image: string };

/** Returns false on failure; a cancelled share does not count as a failure. */
async function sharePage({ url, text, image }: Shared): Promise<boolean> {
  try {
    const files = await filesOf(image);
    const page = { title: "svc", text, url };
    const withImage = { ...page, files };
    await navigator.share(files.length > 0 && navigator.canShare(withImage) ? withImage : page);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Empty when the image cannot be loaded: the link is then shared without it. */
async function filesOf(image: string): Promise<File[]> {
  try {
    return [new File([await fetchImage(image)], "svc.png", { type: "image/png" })];
  } catch {
    return [];
  }
}

async function fetchImage(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The image was answered with ${response.status}.`);
  return response.blob();
}
