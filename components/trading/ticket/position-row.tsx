"use client";

import { usePreference } from "#components/data/preference.ts";
import { demoEquity } from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { usePositions } from "#components/trading/account-state/use-account.ts";
import { useLiveAccount } from "#components/trading/account-state/use-live-account.ts";
import { Button } from "#components/ui/button.tsx";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { magnitude } from "#lib/protocol/margin.ts";
import { MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import { useTicket } from "./ticket-context.tsx";
import { sizeWords } from "./ticket-text.ts";
import { readTyped, typedText } from "./typed-figure.ts";
import type { OrderCheck } from "./use-order-check.ts";
import { lotsText } from "./validation.ts";

/** What there is to trade with, and the position with a short way out of it. */
export function AvailableRow({ check }: { check: OrderCheck }) {
  if (check.demo) return <DemoEquity />;
  if (check.readiness !== "ready") return null;
  return <LiveRow check={check} />;
}

function LiveRow({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const { money } = useFormat();
  const account = useLiveAccount();
  const unread = usePositions().data === undefined;
  const { market, scale, words, holdings } = check;
  const { size } = holdings.position;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-0.5 text-2xs text-ink-muted">
      <dt>{text("available")}</dt>
      <dd className="text-end">{account ? money(account.free) : "—"} USDC</dd>
      <dt>{text("position")}</dt>
      <dd className="flex flex-wrap items-center justify-end gap-x-1">
        {size === 0n ? (
          <span>{unread ? "—" : text("none")}</span>
        ) : (
          <>
            <bdi>
              {sizeWords(size, scale, words)} {market.base_asset.symbol}
            </bdi>
            <ReduceButtons size={size} check={check} />
          </>
        )}
      </dd>
    </dl>
  );
}

/** Fills the ticket with what shrinks or closes the position; it is sent like any other order. */
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
        className="h-5 px-1.5"
        title={text("reducePositionHint")}
        onClick={() => fill(all / 2n)}
      >
        {text("reducePosition")}
      </Button>
      <Button
        size="xs"
        tone="quiet"
        className="h-5 px-1.5"
        title={text("closePositionHint")}
        onClick={() => fill(all)}
      >
        {text("closePosition")}
      </Button>
    </>
  );
}

/** What a visitor reckons with; a figure of this browser alone. */
function DemoEquity() {
  const text = useText("ticket");
  const { locale } = useFormat();
  const equity = usePreference(demoEquity);
  return (
    <label className="flex items-center justify-between gap-2 text-2xs text-ink-muted">
      {text("demoEquity")}
      <span className="flex items-center gap-1">
        <input
          // A new value from another tab replaces what stands here.
          key={equity}
          defaultValue={typedText(equity, locale)}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          onBlur={(event) => {
            const read = readTyped(event.currentTarget.value, locale);
            const figure = read.state === "figure" ? read.text : equity;
            const sound = parseDecimal(figure, MONEY_DECIMALS) !== undefined;
            demoEquity.set(sound ? figure : equity);
            event.currentTarget.value = typedText(sound ? figure : equity, locale);
          }}
          className="h-6 w-24 rounded border border-line-strong bg-raised px-1.5 text-end text-xs text-ink"
        />
        USDC
      </span>
    </label>
  );
}
