"use client";

import { Download } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { type Banner, bannersIn } from "./banners.ts";

const NEVER = () => () => {};

/** Banners and texts that partners publish with their links. */
export function Assets() {
  const text = useText("partnerTerms");
  const locale = useLocale();
  const origin = useSyncExternalStore(
    NEVER,
    () => window.location.origin,
    () => "",
  );
  const htmlOf = ({ file, width, height }: Banner) =>
    `<a href="${origin}/r/YOUR-CODE" rel="sponsored"><img src="${origin}/partner/${file}" width="${width}" height="${height}" alt="${text("bannerAlt")}"></a>`;
  return (
    <section
      aria-labelledby="partner-assets"
      className="flex flex-col gap-3 rounded-md border bg-surface p-4 lg:p-6"
    >
      <h2 id="partner-assets" className="text-sm font-semibold">
        {text("assetsTitle")}
      </h2>
      <p className="text-ink-muted">{text("assetsText")}</p>
      <ul className="flex flex-wrap items-end gap-6">
        {bannersIn(locale).map((banner) => {
          const { size, file, width, height } = banner;
          return (
            <li key={size} className="flex max-w-full flex-col gap-2">
              {/* oxlint-disable-next-line nextjs/no-img-element -- a file that partners copy, as it is */}
              <img
                src={`/partner/${file}`}
                width={width}
                height={height}
                loading="lazy"
                alt={text("bannerName", { size })}
                className="h-auto max-h-64 w-auto max-w-full"
              />
              <span className="flex items-center gap-1 text-xs text-ink-muted">
                <bdi dir="ltr">{size}</bdi>
                <CopyButton value={htmlOf(banner)} what={text("bannerCode", { size })} />
                <a
                  href={`/partner/${file}`}
                  download
                  aria-label={`${text("download")}: ${text("bannerName", { size })}`}
                  className={buttonStyle({
                    tone: "quiet",
                    size: "icon",
                    className: "pointer-coarse:min-h-11 pointer-coarse:min-w-11",
                  })}
                >
                  <Download size={14} aria-hidden />
                </a>
              </span>
            </li>
          );
        })}
      </ul>
      <h3 className="pt-2 text-sm font-semibold">{text("textsTitle")}</h3>
      <ul className="flex flex-col gap-2">
        {(["copyShort", "copyLong"] as const).map((name) => (
          <li key={name} className="flex items-start justify-between gap-3 rounded bg-raised p-3">
            <p>{text(name)}</p>
            <CopyButton value={text(name)} what={text("copyText")} />
          </li>
        ))}
      </ul>
    </section>
  );
}
