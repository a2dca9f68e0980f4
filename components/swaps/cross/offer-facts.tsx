"use client";

import { Units, usePercent } from "#components/swaps/amount.tsx";
import { Row } from "#components/swaps/form/quote-facts.tsx";
import { useSwapText } from "#components/swaps/texts.tsx";
import { Chip } from "#components/ui/chip.tsx";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { CrossQuote } from "#lib/protocol/swaps/cross-quote.ts";
import { leastOutput } from "#lib/protocol/swaps/route-plan.ts";
import type { FeeTerms, SwapFee } from "#lib/protocol/swaps/swap-fee.ts";

type OfferFactsProps = {
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  slippageBps: number;
  offer: CrossQuote;
  charged: SwapFee["charged"];
  fee: FeeTerms;
};

/** What a relay's offer means. */
export function OfferFacts(props: OfferFactsProps) {
  const { assetIn, assetOut, slippageBps, offer, charged, fee } = props;
  const text = useSwapText();
  const percent = usePercent();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs pointer-coarse:gap-y-0">
      <Row name={text("atLeast")} help={text("crossLeastHelp")}>
        <Units asset={assetOut} units={leastOutput(offer.out, slippageBps)} />
      </Row>
      <Row name={text("relayLoss")} help={text("relayLossHelp")}>
        {percent(offer.impactBps)}
      </Row>
      <Row name={text("fee")} help={text("feeHelp")}>
        <Units asset={assetIn} units={charged} />{" "}
        {fee.isReferred ? <Chip tone="good">{text("referred")}</Chip> : null}
      </Row>
      <Row name={text("takesAbout")}>{text("seconds", { count: offer.seconds })}</Row>
    </dl>
  );
}
