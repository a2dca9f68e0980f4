"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { SignerList } from "#components/trading-key/signer-list.tsx";
import { TradingKeyRow } from "#components/trading-key/trading-key-row.tsx";

/** The key of this browser, and those of all others that may sign for the account. */
export function KeysPage() {
  const text = useText("account");
  return (
    <section className="flex max-w-2xl flex-col gap-4 rounded-md border bg-surface p-4">
      <p className="text-xs text-ink-muted">{text("keysIntro")}</p>
      <TradingKeyRow />
      <SignerList level={2} />
    </section>
  );
}
