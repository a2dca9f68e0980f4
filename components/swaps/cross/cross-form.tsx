"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SwapForm } from "#components/swaps/form/swap-form.tsx";
import { type SwapFormState, useSwapForm } from "#components/swaps/form/use-swap-form.ts";
import type { TrackedSwap } from "#components/swaps/progress/swap-record.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { Destination } from "#components/swaps/sources/read-relay.ts";
import { inputStyle } from "#components/ui/input-style.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { OfferFacts } from "./offer-facts.tsx";
import { useRelayOffer } from "./use-offer.ts";

const FIRST = { assetIn: "USDC", assetOut: "ETH" } as const;

type CrossFormProps = {
  terms: SwapTerms;
  destination: Destination;
  swaps: readonly TrackedSwap[];
};

/** A swap whose output a relay pays on another network. Loaded when the user chooses it. */
export default function CrossForm({ terms, destination, swaps }: CrossFormProps) {
  const text = useText("swaps");
  const form = useSwapForm(terms, swaps, FIRST);
  const cross = useCrossQuote(destination, form);
  return (
    <SwapForm
      terms={terms}
      form={form}
      quote={cross.quote}
      destination={destination}
      recipient={form.account === undefined ? null : <Recipient cross={cross} />}
    >
      <OfferNotes form={form} cross={cross} />
      <p className="text-2xs text-ink-muted">{text("crossHelp")}</p>
    </SwapForm>
  );
}

type CrossQuote = ReturnType<typeof useCrossQuote>;

function useCrossQuote(destination: Destination, form: SwapFormState) {
  const { account, amount, own, reviewed } = form;
  const { assetIn, assetOut, slippageBps } = form.draft;
  const [typedAddress, setAddress] = useState<string>();
  const address = typedAddress ?? account ?? "";
  const isAddress = decodePublicKey(address) !== undefined;
  const pair = { assetIn, assetOut, slippageBps };
  const question =
    amount.state === "amount" && isAddress && account !== undefined
      ? { ...pair, account, address, amountIn: amount.amountIn }
      : undefined;
  const offer = useRelayOffer(destination, question, reviewed !== undefined);
  const quote = {
    ask:
      offer?.ok === true && question !== undefined
        ? ({ ...question, kind: "cross", fee: own.fee, destination } as const)
        : undefined,
    out: offer?.ok === true ? offer.quote.out : undefined,
    isReading: amount.state === "amount" && offer === undefined && isAddress,
  };
  return { address, setAddress, isAddress, offer, quote };
}

type OfferNotesProps = { form: SwapFormState; cross: CrossQuote };

/** The details of the relay's offer, or why there is none. */
function OfferNotes({ form: { amount, draft, own }, cross: { offer } }: OfferNotesProps) {
  const text = useText("swaps");
  if (offer === undefined || amount.state !== "amount") return null;
  if (offer.ok)
    return <OfferFacts {...draft} offer={offer.quote} charged={amount.fee.charged} fee={own.fee} />;
  return (
    <output className="text-xs text-warn">
      {text("refused_relay")}{" "}
      <bdi dir="ltr" translate="no" className="font-mono text-2xs">
        {offer.reason}
      </bdi>
    </output>
  );
}

/** The wallet on the other network that receives the output. The user's own wallet by default. */
function Recipient({ cross: { address, setAddress, isAddress } }: { cross: CrossQuote }) {
  const text = useText("swaps");
  const error = isAddress ? undefined : text("recipientWrong");
  return (
    <label className="flex flex-col gap-1 text-xs text-ink-muted">
      {text("recipient")}
      <input
        dir="ltr"
        value={address}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!isAddress}
        onChange={(event) => setAddress(event.currentTarget.value.trim())}
        className={`${inputStyle} font-mono text-xs text-ink`}
      />
      {error === undefined ? null : <span className="text-2xs text-bad">{error}</span>}
    </label>
  );
}
