"use client";

import { type ReactNode, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { readTyped, typedText } from "#components/i18n/typed-number.ts";
import {
  useAccount,
  useOpenOrders,
  usePositions,
} from "#components/trading/account-reads/use-account.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, marketScale, ticksText } from "#lib/protocol/market/markets.ts";
import { holdingsOf, priceTicks } from "#lib/protocol/orders/holdings.ts";
import { isolatedArithmetic } from "#lib/protocol/orders/isolated-preview.ts";
import { type MarginEffect, marginEffect } from "#lib/protocol/orders/leverage-effect.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { Confirm } from "./position-form.tsx";
import { useSendingLock } from "./sending-lock.ts";
import { usePositionFigures } from "./use-position-figures.ts";

/** The smallest amount that can be signed, in 1e-9 USDC. */
const MICRO = 1_000n;

type MarginFieldsProps = {
  position: PositionRecord;
  market: Market;
  /** USDC as decimal text, with a minus to remove. */
  onMargin: (amount: string) => Promise<void>;
};

/** Adds margin to an isolated position or removes it, and shows what that changes. */
export function MarginFields({ position, market, onMargin }: MarginFieldsProps) {
  const text = useText("account");
  const { locale, money } = useFormat();
  const [adds, setAdds] = useState(true);
  const [typed, setTyped] = useState("");
  const { locked, reason } = useSendingLock(position.market, "reduces");
  const effectOf = useMarginEffect(position, market);
  const read = readTyped(typed, locale);
  const amount = read.state === "figure" ? usdcAmount(read.text) : undefined;
  const signed = amount === undefined || adds ? amount : -amount;
  const effect = effectOf(signed ?? 0n);
  const most = effect === undefined ? 0n : adds ? effect.addable : effect.removable;
  const whole = most - (most % MICRO);
  const tooMuch = amount !== undefined && amount > most;
  const ready = amount !== undefined && amount > 0n && !tooMuch && effect !== undefined;
  const error = tooMuch
    ? text(adds ? "marginMostAdd" : "marginMostRemove", { most: money(whole) })
    : read.state !== "empty" && amount === undefined
      ? text("marginAmount")
      : undefined;
  return (
    <Confirm
      button={text(adds ? "marginAdd" : "marginRemove")}
      locked={locked || !ready}
      reason={reason}
      market={position.market}
      onConfirm={() => ready && onMargin(formatDecimal(adds ? amount : -amount, MONEY_DECIMALS))}
    >
      <ToggleGroup
        label={text("margin")}
        value={adds ? "add" : "remove"}
        options={[
          { value: "add", label: text("marginAdd") },
          { value: "remove", label: text("marginRemove") },
        ]}
        onChange={(value) => setAdds(value === "add")}
      />
      <Field
        label={text("marginAmountLabel")}
        unit="USDC"
        inputMode="decimal"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        size="xs"
        className="self-start"
        disabled={whole === 0n}
        onClick={() => setTyped(typedText(formatDecimal(whole, MONEY_DECIMALS), locale))}
      >
        {text("marginMost", { most: money(whole) })}
      </Button>
      {effect ? <Effect effect={effect} market={market} /> : null}
      <p className="text-2xs text-ink-muted">{text("marginExplained")}</p>
    </Confirm>
  );
}

/** By the newest mark; `undefined` until the account is read. */
function useMarginEffect(position: PositionRecord, market: Market) {
  const account = useAccount().data;
  const positions = usePositions().data;
  const orders = useOpenOrders().data;
  const { mark } = usePositionFigures(position);
  const scale = marketScale(market);
  const markTicks = priceTicks(mark, scale);
  return (amount: bigint): MarginEffect | undefined => {
    if (markTicks === undefined || account === undefined || orders === undefined) return undefined;
    const records = { account, positions, orders };
    const holdings = holdingsOf(records, market, markTicks, isolatedArithmetic);
    return marginEffect(amount, holdings, { market, scale, markTicks });
  };
}

function Effect({ effect, market }: { effect: MarginEffect; market: Market }) {
  const text = useText("account");
  const { money, grouped } = useFormat();
  const { wallet, liquidationTicks } = effect;
  const price = (ticks: bigint | undefined) =>
    ticks === undefined ? "—" : grouped(ticksText(ticks, marketScale(market)));
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Row name={text("margin")} before={money(wallet.before)} after={money(wallet.after)} />
      <Row
        name={text("liquidation")}
        before={price(liquidationTicks.before)}
        after={price(liquidationTicks.after)}
      />
    </dl>
  );
}

function Row({ name, before, after }: { name: ReactNode; before: string; after: string }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="flex flex-wrap justify-end gap-x-2">
        {before === after ? null : (
          <>
            <Figure className="text-ink-muted">{before}</Figure>
            <span aria-hidden className="text-ink-muted rtl:-scale-x-100">
              →
            </span>
          </>
        )}
        <Figure>{after}</Figure>
      </dd>
    </>
  );
}
