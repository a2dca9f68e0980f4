"use client";

import { lazy, type ReactNode, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { usePositions } from "#components/trading/account-reads/use-account.ts";
import { useLiveAccount } from "#components/trading/account-reads/use-live-account.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { lotsText } from "#lib/protocol/market/markets.ts";
import { tradedLeverage } from "#lib/protocol/orders/holdings.ts";
import { magnitude } from "#lib/protocol/orders/margin.ts";
import { useTicket } from "./ticket-context.tsx";
import { formatSize } from "./ticket-text.ts";
import type { OrderCheck } from "./use-order-check.ts";

type AccountRowsProps = {
  check: OrderCheck;
  /** The buying power, which limits an order that may open a position, with a button for the leverage. */
  children: (pill: ReactNode) => ReactNode;
};

/** What the account has: free margin, and the position with buttons that reduce it. */
export default function AccountRows({ check, children }: AccountRowsProps) {
  const { draft } = useTicket();
  return (
    <>
      <Available />
      {draft.reduceOnly ? <MostToClose check={check} /> : children(<LeveragePill check={check} />)}
      <HeldPosition check={check} />
    </>
  );
}

const LeverageDialog = lazy(() => import("./leverage-dialog.tsx"));

/** Names margin mode and leverage, and opens their dialog. */
function LeveragePill({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const [open, setOpen] = useState(false);
  const leverage = tradedLeverage(check.holdings, check.market).toString();
  const isIsolated = check.holdings.position.wallet !== null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={text("leverageOpens")}
        disabled={!check.accountKnown}
        className="rounded bg-raised px-1.5 hover:text-ink pointer-coarse:min-h-7"
        onClick={() => setOpen(true)}
      >
        {text(isIsolated ? "isolatedLeverage" : "crossLeverage", { leverage })}
      </button>
      {open ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <LeverageDialog check={check} onClose={() => setOpen(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function Available() {
  const text = useText("ticket");
  const { money } = useFormat();
  const account = useLiveAccount();
  return (
    <>
      <dt>{text("available")}</dt>
      <dd className="text-end text-ink">
        <bdi>{account ? money(account.free) : "—"} USDC</bdi>
      </dd>
    </>
  );
}

/** A reduce-only order is limited by the position and not by margin. */
function MostToClose({ check: { sizeTerms, scale, wording, market } }: { check: OrderCheck }) {
  const text = useText("ticket");
  return (
    <>
      <dt>{text("mostToClose")}</dt>
      <dd className="text-end text-ink">
        <bdi>
          {sizeTerms === undefined
            ? "—"
            : `${formatSize(sizeTerms.largest(), scale, wording)} ${market.base_asset.symbol}`}
        </bdi>
      </dd>
    </>
  );
}

function HeldPosition({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const unread = usePositions().data === undefined;
  const { market, scale, wording, holdings } = check;
  const { size } = holdings.position;
  return (
    <>
      <dt>{text("position")}</dt>
      <dd className="flex min-h-5 flex-wrap items-center justify-end gap-x-1">
        {size === 0n ? (
          <span>{unread ? "—" : text("none")}</span>
        ) : (
          <>
            <bdi>
              {formatSize(size, scale, wording)} {market.base_asset.symbol}
            </bdi>
            <ReduceButtons size={size} check={check} />
          </>
        )}
      </dd>
    </>
  );
}

/** Fill the ticket with an order that halves or closes the position. */
function ReduceButtons({ size, check }: { size: bigint; check: OrderCheck }) {
  const { change, focus } = useTicket();
  const text = useText("ticket");
  const { locale } = useFormat();
  const fill = (lots: bigint) => {
    change({
      type: "MARKET",
      timeInForce: "IOC",
      reduceOnly: true,
      side: size > 0n ? "SELL" : "BUY",
      size: typedText(lotsText(lots > 0n ? lots : 1n, check.scale), locale),
    });
    focus("size");
  };
  const all = magnitude(size);
  return (
    <>
      <Button
        size="xs"
        tone="quiet"
        className="h-5 px-1.5 lg:max-xl:px-0.5"
        title={text("reducePositionHint")}
        onClick={() => fill(all / 2n)}
      >
        {text("reducePosition")}
      </Button>
      <Button
        size="xs"
        tone="quiet"
        className="h-5 px-1.5 lg:max-xl:px-0.5"
        title={text("closePositionHint")}
        onClick={() => fill(all)}
      >
        {text("closePosition")}
      </Button>
    </>
  );
}
