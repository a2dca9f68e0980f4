"use client";

import { OutsideLink, ProgressSteps } from "#components/chain/parts.tsx";
import { shortAddress } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { PurchaseState } from "#lib/protocol/onramp.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { needsSupport } from "./shown-purchases.ts";

const STEPS = ["begun", "paid", "delivered"] as const;

/** The number of completed steps; the current one follows. */
const DONE: Readonly<Record<PurchaseState, number>> = {
  created: 0,
  pending: 1,
  failed: 1,
  paid: 2,
  refunded: 2,
  delivered: 3,
};

type PurchaseProgressProps = {
  purchase: Purchase;
  /** The provider's name. */
  name: string;
  /** Unix milliseconds. */
  now: number;
};

/** A purchase on its way to the wallet: what is certain, and what comes next. */
export function PurchaseProgress({ purchase, name, now }: PurchaseProgressProps) {
  const text = useText("buy");
  const { grouped } = useFormat();
  const { status, reason, currency, usdc, explorer_url: explorer } = purchase;
  const amount = grouped(purchase.amount);
  return (
    <section
      aria-label={text("purchaseOf", { amount, currency })}
      data-purchase={status}
      className="flex flex-col gap-2 rounded border p-3"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-medium">
        <bdi>
          {amount} {currency}
        </bdi>
        {usdc === null ? null : <bdi>{text("got", { amount: grouped(usdc) })}</bdi>}
      </p>
      <p className="text-xs text-ink-muted">
        {text("toWallet", { wallet: isolated(shortAddress(purchase.wallet)) })}
      </p>
      <ProgressSteps
        label={text("progress")}
        steps={STEPS.map((step) => text(`step_${step}`))}
        done={DONE[status]}
        failed={status === "failed" || status === "refunded"}
      />
      <output className="text-xs text-ink-muted">
        {text(`state_${status}`)}
        {reason === null ? null : ` ${text(`reason_${reason}`)}`}
      </output>
      {needsSupport(purchase, now) ? <Support purchase={purchase} name={name} /> : null}
      {explorer === null ? null : (
        <OutsideLink href={explorer}>{text("showTransaction")}</OutsideLink>
      )}
      {purchase.checkout_url === null ? null : (
        <a href={purchase.checkout_url} className={buttonStyle({ size: "md", className: "w-fit" })}>
          {text("toCheckout")}
        </a>
      )}
    </section>
  );
}

/** Sends the buyer to the provider's support for what the service cannot settle. */
function Support({ purchase, name }: Omit<PurchaseProgressProps, "now">) {
  const text = useText("buy");
  const { provider_transaction: reference } = purchase;
  if (reference === null) return null;
  return (
    <p className="text-xs text-warn">
      {text("support", { name })}{" "}
      <span className="inline-flex items-center gap-1">
        <code dir="ltr" className="font-mono break-all">
          {reference}
        </code>
        <CopyButton value={reference} what={text("reference")} />
      </span>
    </p>
  );
}
