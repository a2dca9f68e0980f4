"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { SignerList } from "#components/trading-key/signer-list.tsx";
import { TradingKeyRow } from "#components/trading-key/trading-key-row.tsx";
import { VenueKeyList } from "#components/venue-keys/venue-key-list.tsx";

/** The account's keys at the venue: those that identify it, and those that sign for it. */
export function KeysPage() {
  const text = useText("venueKeys");
  return (
    <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
      <div className="rounded-md border bg-surface p-4">
        <VenueKeyList />
      </div>
      <section
        aria-label={text("signersTitle")}
        className="flex flex-col gap-3 rounded-md border bg-surface p-4 text-xs"
      >
        <h2 className="text-sm font-medium">{text("signersTitle")}</h2>
        <p className="text-ink-muted">{text("signersIntro")}</p>
        <TradingKeyRow />
        <SignerList level={3} />
      </section>
    </div>
  );
}
