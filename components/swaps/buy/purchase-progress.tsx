"use client";

import { OutsideLink, Steps } from "#components/chain/parts.tsx";
import { useFormat } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { PurchaseState } from "#lib/protocol/onramp.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { useBuyText } from "./buy-texts.tsx";

const STEPS = ["begun", "paid", "delivered"] as const;

/** How many steps are behind; the current one is next. */
const DONE: Readonly<Record<PurchaseState, number>> = {
  created: 0,
  pending: 1,
  failed: 1,
  paid: 2,
  refunded: 2,
  delivered: 3,
};

/** A purchase on its way to the wallet: what is certain, and what comes next. */
export function PurchaseProgress({ purchase, name }: { purchase: Purchase; name: string }) {
  const text = useBuyText();
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
      <Steps
        label={text("progress")}
        steps={STEPS.map((step) => text(`step_${step}`))}
        done={DONE[status]}
        failed={status === "failed" || status === "refunded"}
      />
      <output className="text-xs text-ink-muted">
        {text(`state_${status}`)}
        {reason === null ? null : ` ${text(`reason_${reason}`)}`}
      </output>
      <Support purchase={purchase} name={name} />
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

/** What the service cannot settle: the provider has the money, and the chain does not show that it was sent. */
function Support({ purchase, name }: { purchase: Purchase; name: string }) {
  const text = useBuyText();
  const { status, reason, provider_transaction: reference } = purchase;
  const isOpen = reason === null || reason === "not_on_chain" || reason === "not_final";
  if (reference === null || status !== "paid" || isOpen) return null;
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
