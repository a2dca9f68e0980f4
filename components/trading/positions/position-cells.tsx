"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useOpenOrders } from "#components/trading/account-reads/use-account.ts";
import { useTerms } from "#components/trading/account-reads/use-market-list.ts";
import { Figure, SignedMoney, SignedSmall, useShare } from "#components/trading/tables/figures.tsx";
import { MarketName } from "#components/trading/tables/market-name.tsx";
import { Price } from "#components/trading/tables/price.tsx";
import { cn } from "#components/ui/class-names.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import { liquidationNearness } from "./liquidation-nearness.ts";
import { NEARNESS_TONE, NearnessWord } from "./nearness.tsx";
import { coverOf, heldSize, isLong, protectionOf } from "./position-orders.ts";
import { usePositionFigures } from "./use-position-figures.ts";

export type PositionProps = { position: PositionRecord };

/** `below`: the second figure is on a line of its own. */
type PairProps = PositionProps & { below?: boolean };

export function PositionName({ position }: PositionProps) {
  return (
    <>
      <MarketName market={position.market} /> <PositionSide position={position} />
    </>
  );
}

/** The side, and the leverage of the margin on which the return is counted. */
export function PositionSide({ position }: PositionProps) {
  const text = useText("account");
  const { leverage } = usePositionFigures(position);
  const long = isLong(position);
  return (
    <>
      <span className={long ? "text-up" : "text-down"}>{text(long ? "long" : "short")}</span>
      {leverage === undefined ? null : (
        <span className="ms-1.5 text-2xs text-ink-faint" title={text("leverageHelp", { leverage })}>
          {position.isolated_wallet === undefined ? null : `${text("isolated")} `}
          <Figure>{`${leverage.toString()}×`}</Figure>
        </span>
      )}
    </>
  );
}

/** The size without a sign, because the side is beside the market. */
export function SizeCell({ position }: PositionProps) {
  const { grouped } = useFormat();
  const asset = useTerms(position.market)?.base_asset.symbol ?? "";
  return <Figure>{`${grouped(heldSize(position))} ${asset}`.trim()}</Figure>;
}

export function ValueCell({ position }: PositionProps) {
  return <ShortMoney scaled={usePositionFigures(position).value} />;
}

/** The wallet of an isolated position; of another its margin alone, without the market's open orders. */
export function MarginCell({ position }: PositionProps) {
  const { margin } = usePositionFigures(position);
  return margin === undefined ? "—" : <ShortMoney scaled={margin} />;
}

/** Large money without its cents, which its title has. */
function ShortMoney({ scaled }: { scaled: bigint }) {
  const { money, shortMoney } = useFormat();
  return (
    <span title={money(scaled)}>
      <Figure>{shortMoney(scaled)}</Figure>
    </span>
  );
}

/**
 * The prices at which a take profit and a stop loss close the position; `+1` where there are more. Stops that leave a part
 * of it open have the share that they close before them.
 */
export function ProtectionCell({ position, below = false }: PairProps) {
  const text = useText("account");
  const orders = useOpenOrders().data;
  const { takeProfit, stopLoss } = protectionOf(position, orders ?? []);
  return (
    <span className="whitespace-nowrap">
      <Protection name={text("takeProfit")} position={position} orders={takeProfit} />
      {below ? <br /> : <span className="text-ink-faint"> / </span>}
      <Stops position={position} orders={stopLoss} />
    </span>
  );
}

function Stops({ position, orders }: Omit<ProtectionProps, "name">) {
  const text = useText("account");
  const { percent, missing } = coverOf(position, orders);
  const name = text("stopLoss");
  if (orders.length === 0 || missing === undefined)
    return <Protection name={name} position={position} orders={orders} />;
  const share = `${percent}%`;
  return (
    <span className="text-warn" title={text("stopCovers", { share })}>
      <Figure className="me-1 text-2xs">{`${share} ·`}</Figure>
      <Protection position={position} orders={orders} />
    </span>
  );
}

type ProtectionProps = PositionProps & { name?: string; orders: readonly OrderRecord[] };

function Protection({ name, position, orders }: ProtectionProps) {
  const [nearest, ...further] = orders;
  if (nearest === undefined) return <span title={name}>—</span>;
  return (
    <span title={name}>
      <Price market={position.market} price={nearest.trigger_price} />
      {further.length > 0 ? <Figure>{` +${further.length.toString()}`}</Figure> : null}
    </span>
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
export function LiquidationCell({ position, below = false }: PairProps) {
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
            "text-2xs",
            below ? "block leading-4.5" : "ms-1.5",
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

export function PnlCell({ position, below = false }: PairProps) {
  const share = useShare();
  const figures = usePositionFigures(position);
  return (
    <span className={figures.old ? "not-current" : undefined}>
      <SignedMoney scaled={figures.pnl} />
      {figures.returnPpm === undefined ? null : (
        // The margin follows the row's direction; numbers are always left to right.
        <span className={cn("text-2xs text-ink-muted", below ? "block leading-4.5" : "ms-1.5")}>
          <Figure>{share(figures.returnPpm, 1)}</Figure>
        </span>
      )}
    </span>
  );
}

/** Funding since the position was opened: what it paid and what it owes is a cost, with a minus sign. */
export function FundingCell({ position }: PositionProps) {
  const { paid_funding: paid = "0", unsettled_funding: owed } = position;
  const cost = [paid, owed].map((text) => parseSigned(text, MONEY_DECIMALS) ?? 0n);
  return <SignedSmall scaled={-cost.reduce((sum, one) => sum + one, 0n)} />;
}
