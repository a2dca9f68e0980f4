"use client";

import { type FormEvent, useEffect, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import type { Failure } from "#components/data/http.ts";
import { write } from "#components/data/write.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import type { FiatCurrency } from "#lib/protocol/onramp.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { purchaseAmount } from "./purchase-amount.ts";
import { type Onramp, PURCHASES } from "./use-purchases.ts";

/**
 * Asks for an amount and opens the checkout in the same tab. A browser may block a new tab, and a
 * frame would hide whose page it is.
 */
export function BuyForm({ onramp }: { onramp: Onramp }) {
  const text = useText("buy");
  const { locale, grouped } = useFormat();
  const [typed, setTyped] = useState("");
  const [currency, setCurrency] = useState<FiatCurrency>(onramp.currencies[0] ?? "USD");
  const { refusal, isPending, begin } = useCheckout();
  const check = purchaseAmount(typed, locale, onramp);
  const limits = { least: grouped(onramp.least), most: grouped(onramp.most), currency };
  const sentenceOf = (failure: Failure): string => {
    if (failure.code === "ONRAMP_NOT_AVAILABLE") return text("notAvailable");
    if (failure.code === "PURCHASE_AMOUNT") return text("amount_range", limits);
    return failureText(failure);
  };
  const locked = check.state !== "amount" || isPending;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (check.state === "amount" && !isPending) void begin({ amount: check.text, currency });
      }}
    >
      <ToggleGroup
        label={text("currency")}
        value={currency}
        options={onramp.currencies.map((value) => ({ value, label: value }))}
        onChange={setCurrency}
        className="grid grid-cols-3 gap-1"
        itemClassName={TOGGLE_ITEM}
      />
      <Field
        label={text("amount")}
        unit={currency}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={check.state === "problem" ? text(`amount_${check.problem}`, limits) : undefined}
        hint={text("range", limits)}
      />
      <ul className="flex list-disc flex-col gap-1 ps-4 text-xs text-ink-muted">
        <li>{text(onramp.simulated ? "whoSimulated" : "who", onramp)}</li>
        <li>{text("wallet")}</li>
        <li>{text("returns")}</li>
      </ul>
      {refusal === undefined ? null : (
        <p role="alert" className="text-xs text-bad">
          {sentenceOf(refusal)}
        </p>
      )}
      <Button type="submit" size="md" tone="primary" aria-disabled={locked}>
        {text(isPending ? "leaving" : "leave")}
      </Button>
    </form>
  );
}

type Wanted = { amount: string; currency: FiatCurrency };

/**
 * Stays pending until the browser has left the page: a second press would begin a second purchase.
 */
function useCheckout() {
  const [refusal, setRefusal] = useState<Failure>();
  const [isPending, setPending] = useState(false);
  const begin = async (wanted: Wanted): Promise<void> => {
    setPending(true);
    setRefusal(undefined);
    const answer = await write<Purchase>("POST", PURCHASES, wanted);
    if (answer.ok && answer.body.checkout_url !== null)
      return window.location.assign(answer.body.checkout_url);
    setPending(false);
    if (!answer.ok) setRefusal(answer);
  };
  // A browser may show the page again in the state in which it was left.
  useEffect(() => {
    const goOn = () => setPending(false);
    window.addEventListener("pageshow", goOn);
    return () => window.removeEventListener("pageshow", goOn);
  }, []);
  return { refusal, isPending, begin };
}
