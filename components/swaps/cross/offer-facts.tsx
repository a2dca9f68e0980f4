"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Units, usePercent } from "#components/swaps/amount.tsx";
import { FactRow } from "#components/swaps/form/quote-facts.tsx";
import { Chip } from "#components/ui/chip.tsx";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { CrossQuote } from "#lib/protocol/swaps/cross/cross-quote.ts";
import { leastOutput } from "#lib/protocol/swaps/plan/swap-plan.ts";
import type { FeeTerms, SwapFee } from "#lib/protocol/swaps/swap-fee.ts";

type OfferFactsProps = {
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  slippageBps: number;
  offer: CrossQuote;
  charged: SwapFee["charged"];
  fee: FeeTerms;
};

/** The details of a relay's offer. */
export function OfferFacts(props: OfferFactsProps) {
  const { assetIn, assetOut, slippageBps, offer, charged, fee } = props;
  const text = useText("swaps");
  const percent = usePercent();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs pointer-coarse:gap-y-0">
      <FactRow name={text("atLeast")} help={text("crossLeastHelp")}>
        <Units asset={assetOut} units={leastOutput(offer.out, slippageBps)} />
      </FactRow>
      <FactRow name={text("relayLoss")} help={text("relayLossHelp")}>
        {percent(offer.impactBps)}
      </FactRow>
      <FactRow name={text("fee")} help={text("feeHelp")}>
        <Units asset={assetIn} units={charged} />{" "}
        {fee.isReferred ? <Chip tone="good">{text("referred")}</Chip> : null}
      </FactRow>
      <FactRow name={text("takesAbout")}>{text("seconds", { count: offer.seconds })}</FactRow>
    </dl>
  );
}
