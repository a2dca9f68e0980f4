"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { Figure, SideName } from "#components/trading/tables/figures.tsx";
import { figureError, type Wording } from "#components/trading/ticket/ticket-text.ts";
import { lotsOf } from "#components/trading/ticket/typed-figure.ts";
import { Button } from "#components/ui/button.tsx";
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { type Grouping, ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { firesRising, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { exceeds, readTerm } from "./close-terms.ts";
import { FigureField } from "./figure-field.tsx";
import { heldSize } from "./position-orders.ts";

/** Sends the orders; with a grouping all or none of them. */
export type Send = (orders: readonly PlaceOrderFields[], grouping?: Grouping) => Promise<void>;

type ConfirmProps = {
  button: string;
  locked: boolean;
  reason: string | undefined;
  /** The market whose mark the figures use. */
  market?: string;
  onConfirm: () => unknown;
  children: ReactNode;
};

/** A confirmation form: Enter on the focused button submits it. */
export function Confirm({ button, locked, reason, market, onConfirm, children }: ConfirmProps) {
  const [sent, setSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (locked || sent) return;
    setSent(true);
    onConfirm();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 text-xs">
      {children}
      {reason ? <p className="text-2xs text-warn">{reason}</p> : <OldMark market={market} />}
      <Button type="submit" tone="primary" size="md" disabled={locked}>
        {button}
      </Button>
    </form>
  );
}

function OldMark({ market }: { market: string | undefined }) {
  const text = useText("account");
  const { symbol } = useMarket();
  const old = useNotCurrent();
  if (!old || market !== symbol) return null;
  return (
    <p className="text-2xs text-warn">
      {text("markOldReduces")} <AgeNote />
    </p>
  );
}

/** One order as it will be sent: side, size, market, price and flags. */
export function OrderLine({ order }: { order: PlaceOrderFields }) {
  const text = useText("account");
  const { grouped } = useFormat();
  const { price, trigger_price: trigger } = order;
  const opened = text(order.side === "BUY" ? "opensLong" : "opensShort");
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 rounded border bg-raised px-2.5 py-1.5 text-xs">
      <SideName side={order.side} />
      <Figure className="font-semibold">{grouped(order.size)}</Figure>
      <bdi>{order.market}</bdi>
      {trigger === null ? null : (
        <span>
          {text("onceMark")}{" "}
          <Figure>{`${firesRising(order.order_type, order.side) ? "≥" : "≤"} ${grouped(trigger)}`}</Figure>
        </span>
      )}
      <span>{price === null ? text("atMarket") : text("atPrice", { price: grouped(price) })}</span>
      <span className="text-2xs text-ink-muted">
        {order.flags & ORDER_FLAG.REDUCE_ONLY ? text("canOnlyReduce") : opened}
      </span>
    </p>
  );
}

const PARTS = [25n, 50n, 75n, 100n] as const;

type PartsProps = {
  position: PositionRecord;
  market: Market;
  /** A decimal of the wire. */
  onChoose: (size: string) => void;
};

/** Buttons for shares of the position, in whole lots. */
function Parts({ position, market, onChoose }: PartsProps) {
  const text = useText("account");
  const { sizeDecimals, lotUnits } = marketScale(market);
  const held = parseDecimal(heldSize(position), sizeDecimals) ?? 0n;
  return (
    <fieldset className="flex gap-1.5">
      <legend className="sr-only">{text("shareOfPosition")}</legend>
      {PARTS.map((percent) => {
        const lots = (held * percent) / 100n / lotUnits;
        return (
          <Button
            key={percent.toString()}
            size="xs"
            className="flex-1"
            disabled={lots === 0n}
            onClick={() => onChoose(formatDecimal(lots * lotUnits, sizeDecimals))}
          >
            {`${percent}%`}
          </Button>
        );
      })}
    </fieldset>
  );
}

type ClosingPartProps = Pick<PartsProps, "position" | "market"> & { size: ClosingSize };

/** The size of the part that is closed, typed or as a share of the position. */
export function ClosingPart({ position, market, size }: ClosingPartProps) {
  const text = useText("account");
  const { locale } = useFormat();
  return (
    <>
      <FigureField
        label={text("size")}
        unit={market.base_asset.symbol}
        value={size.typed}
        error={size.error}
        steps={lotsOf(marketScale(market))}
        onChange={size.set}
      />
      <Parts
        position={position}
        market={market}
        onChoose={(part) => size.set(typedText(part, locale))}
      />
    </>
  );
}

type ClosingSize = {
  /** In the page's language. The whole position until something is typed. */
  typed: string;
  set: (typed: string) => void;
  /** The size to sign; `undefined` while the text is wrong. */
  text: Decimal | undefined;
  error: string | undefined;
};

/** The size of the part that will be closed. */
export function useClosingSize(
  position: PositionRecord,
  market: Market,
  wording: Wording,
): ClosingSize {
  const text = useText("account");
  const { locale } = wording.format;
  const [own, set] = useState<string>();
  const typed = own ?? typedText(heldSize(position), locale);
  const term = readTerm("size", typed, market, locale);
  if (term.text === undefined)
    return { typed, set, text: undefined, error: figureError("size", term.problem, wording) };
  return exceeds(term.text, position)
    ? { typed, set, text: undefined, error: text("sizeTooLarge") }
    : { typed, set, text: term.text, error: undefined };
}
