"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Units, useImpactText, usePercent } from "#components/swaps/amount.tsx";
import { Explained } from "#components/swaps/explained.tsx";
import { Loss } from "#components/swaps/review/acknowledge.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { lossInMoney, lossToMark, type Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { FLAGGED_IMPACT_BPS, HIGH_IMPACT_BPS } from "#lib/protocol/swaps/plan/price-impact.ts";
import type { FeeTerms } from "#lib/protocol/swaps/swap-fee.ts";
import type { Quoted, SwapDraft } from "./quote.ts";
import { RoutePicture } from "./route-picture.tsx";

type QuoteFactsProps = { draft: SwapDraft; quoted: Quoted; fee: FeeTerms; marks: Marks };

/** The details of a quote: price, minimum, impact, fee and route. */
export function QuoteFacts({ draft, quoted, fee, marks }: QuoteFactsProps) {
  const text = useText("swaps");
  const percent = usePercent();
  const impactText = useImpactText();
  const { assetIn, assetOut } = draft;
  const { amountIn, route, least, impactBps } = quoted;
  const loss = lossToMark({ assetIn, amountIn, assetOut, out: route.out }, marks);
  const isFlagged = impactBps > FLAGGED_IMPACT_BPS;
  const isHigh = impactBps >= HIGH_IMPACT_BPS;
  return (
    <div className="flex flex-col gap-3">
      <RoutePicture from={assetIn} route={route} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-xs pointer-coarse:gap-y-0">
        <FactRow name={text("rate")}>
          <Rate draft={draft} quoted={quoted} />
        </FactRow>
        <FactRow
          name={text("atLeast")}
          help={text("atLeastHelp", { percent: percent(draft.slippageBps) })}
        >
          <Units asset={assetOut} units={least} />
        </FactRow>
        <FactRow
          name={text("impact")}
          help={text(route.impact === "exact" ? "impactHelp" : "estimateHelp")}
        >
          <span
            className={cn(
              isFlagged && "font-medium",
              isFlagged && (isHigh ? "text-bad" : "text-warn"),
            )}
            data-impact={impactBps}
          >
            {impactText(impactBps, route.impact)}
          </span>
        </FactRow>
        <FactRow
          name={text(loss !== undefined && loss < 0 ? "markGain" : "markLoss")}
          help={text("markLossHelp")}
        >
          {loss === undefined ? text("noMark") : percent(Math.abs(loss))}
        </FactRow>
        <FactRow name={text("fee")} help={text("feeHelp")}>
          <Units asset={assetIn} units={quoted.fee.charged} />{" "}
          {fee.isReferred ? <Chip tone="good">{text("referred")}</Chip> : null}
        </FactRow>
      </dl>
      {isFlagged ? (
        <output
          data-danger={isHigh}
          className={cn(
            "rounded border p-2 text-xs",
            isHigh ? "border-bad bg-bad-soft text-bad" : "border-warn-line bg-warn-soft text-warn",
          )}
        >
          {isHigh ? (
            <Loss
              loss={lossInMoney({ assetIn, amountIn, assetOut, out: route.out }, impactBps, marks)}
            />
          ) : null}
          {route.impact === "unknown"
            ? text("unknownImpact")
            : text("highImpact", { percent: impactText(impactBps, route.impact) })}
        </output>
      ) : null}
    </div>
  );
}

type RowProps = { name: string; help?: string; children: ReactNode };

/** A name and its value in a `<dl>` of two columns. */
export function FactRow({ name, help, children }: RowProps) {
  return (
    <div className="contents">
      <dt className="text-ink-muted">
        {help === undefined ? name : <Explained name={name} help={help} />}
      </dt>
      <dd className="self-center text-end">{children}</dd>
    </div>
  );
}

const RATE_PLACES = 6;

/** The price: how much of the output one unit of the input buys. */
function Rate({
  draft: { assetIn, assetOut },
  quoted: { amountIn, route },
}: Omit<QuoteFactsProps, "fee" | "marks">) {
  const { grouped } = useFormat();
  const [inDecimals, outDecimals] = [TOKENS[assetIn].decimals, TOKENS[assetOut].decimals];
  const scaled =
    (route.out * 10n ** BigInt(inDecimals + RATE_PLACES)) / (amountIn * 10n ** BigInt(outDecimals));
  return (
    <bdi dir="ltr" translate="no">
      1 {assetIn} ≈ {grouped(formatDecimal(scaled, RATE_PLACES))} {assetOut}
    </bdi>
  );
}
