"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Figure, SignedMoney, useShare } from "#components/trading/tables/figures.tsx";
import { Price } from "#components/trading/tables/price.tsx";
import { cn } from "#components/ui/class-names.ts";
import { formatFixed, parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { liquidationNearness } from "./liquidation-nearness.ts";
import { NEARNESS_TONE, NearnessWord } from "./nearness.tsx";
import { isLong } from "./position-orders.ts";
import { usePositionFigures } from "./use-position-figures.ts";

export type PositionProps = { position: PositionRecord };

export function PositionName({ position }: PositionProps) {
  const text = useText("account");
  const { figure } = useFormat();
  const { leverage } = usePositionFigures(position);
  const long = isLong(position);
  return (
    <>
      <bdi>{position.market}</bdi>{" "}
      <span className={long ? "text-up" : "text-down"}>{text(long ? "long" : "short")}</span>
      {leverage === undefined ? null : (
        <span className="ms-1.5 text-2xs text-ink-faint" title={text("leverageHelp")}>
          <Figure>{`${figure(formatFixed(leverage, 2), 1)}×`}</Figure>
        </span>
      )}
    </>
  );
}

export function MarkCell({ position }: PositionProps) {
  const { mark, old } = usePositionFigures(position);
  return (
    <span className={old ? "not-current" : undefined}>
      <Price market={position.market} price={mark} />
    </span>
  );
}

/** The liquidation price, and the mark's distance from it. */
export function LiquidationCell({ position }: PositionProps) {
  const text = useText("account");
  const share = useShare();
  const { distancePpm, old } = usePositionFigures(position);
  if (position.liquidation_price === null)
    return <span title={text("noLiquidationHelp")}>{text("none")}</span>;
  const nearness = distancePpm === undefined ? "calm" : liquidationNearness(distancePpm);
  return (
    <>
      <span className={NEARNESS_TONE[nearness]}>
        <Price market={position.market} price={position.liquidation_price} />
      </span>
      {distancePpm === undefined ? null : (
        <span
          title={text("away", { share: share(distancePpm, 1) })}
          className={cn(
            "ms-1.5 text-2xs",
            nearness === "calm" ? "text-ink-muted" : NEARNESS_TONE[nearness],
            old && "not-current",
          )}
        >
          <Figure>{share(distancePpm, 1)}</Figure>
          <NearnessWord nearness={nearness} />
        </span>
      )}
    </>
  );
}

export function PnlCell({ position }: PositionProps) {
  const share = useShare();
  const figures = usePositionFigures(position);
  return (
    <span className={figures.old ? "not-current" : undefined}>
      <SignedMoney scaled={figures.pnl} />
      {figures.returnPpm === undefined ? null : (
        // The margin follows the row's direction; numbers are always left to right.
        <span className="ms-1.5 text-2xs text-ink-muted">
          <Figure>{share(figures.returnPpm, 1)}</Figure>
        </span>
      )}
    </span>
  );
}

/** Funding that the position owes is shown as a cost, with a minus sign. */
export function FundingCell({ position }: PositionProps) {
  const owed = parseSigned(position.unsettled_funding, MONEY_DECIMALS) ?? 0n;
  return <SignedMoney scaled={-owed} />;
}
