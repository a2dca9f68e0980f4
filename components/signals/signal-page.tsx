"use client";

import Link from "next/link";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/section.tsx";
import type { Signal } from "#lib/protocol/wire/signals.ts";
import { SignalCard } from "./signal-card.tsx";

const POLL_MS = 5_000;
const UNKNOWN = new Set(["SIGNAL_NOT_FOUND", "MALFORMED_PATH"]);

/** Public: one signal. Orders and webhooks link to this page. */
export function SignalPage({ id }: { id: string }) {
  const text = useText("signals");
  const url = `/api/public/signals/${encodeURIComponent(id)}`;
  const read = useRepeatedRead(url, (signal) => readJson<Signal>(url, signal), POLL_MS);
  const isUnknown = UNKNOWN.has(read.failure?.code ?? "");
  return (
    <SettingsPage title={text("signal")} isPublic>
      <div className="flex flex-col items-start gap-4">
        {isUnknown ? (
          <EmptyState title={text("notFound")}>{text("notFoundDetail")}</EmptyState>
        ) : (
          <ReadState resource={pageRead(read)} label={text("loading")}>
            {(signal) => (
              <div className="w-full rounded-md border bg-surface p-4">
                <SignalCard signal={signal} />
              </div>
            )}
          </ReadState>
        )}
        <Link href="/signals" className={buttonStyle({ className: "pointer-coarse:min-h-11" })}>
          {text("allSignals")}
        </Link>
      </div>
    </SettingsPage>
  );
}
