"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useTerms } from "#components/trading/account-state/use-market-list.ts";
import { SignedMoney } from "#components/trading/tables/figures.tsx";
import { typedText } from "#components/trading/ticket/typed-figure.ts";
import { Loading } from "#components/ui/panel.tsx";
import type { Market } from "#lib/protocol/markets.ts";
import type { PositionRecord } from "#lib/protocol/orders.ts";
import { closingProfit, priceTerm, termError } from "./close-terms.ts";
import { Confirm, type Send } from "./confirm-form.tsx";
import { FigureField, useFigureWords } from "./figure-field.tsx";
import { OrderLine } from "./order-line.tsx";
import { limitCloseOrder } from "./position-orders.ts";
import { Parts } from "./position-parts.tsx";
import { useClosingSize } from "./use-closing-size.ts";
import { usePositionFigures } from "./use-position-figures.ts";
import { useSendingLock } from "./use-sending-lock.ts";

type LimitFormProps = { position: PositionRecord; onSend: Send };

/** A price and a size, then exactly the order that will be sent. */
export function LimitForm(props: LimitFormProps) {
  const text = useText("account");
  const market = useTerms(props.position.market);
  if (market === undefined) return <Loading label={text("loading")} />;
  return <LimitFields {...props} market={market} />;
}

function LimitFields({ position, onSend, market }: LimitFormProps & { market: Market }) {
  const text = useText("account");
  const words = useFigureWords();
  const { locale } = words.format;
  const { mark } = usePositionFigures(position);
  const [typed, setTyped] = useState(() => typedText(mark, locale));
  const size = useClosingSize(position, market, words);
  const { locked, reason } = useSendingLock(position.market, "reduces");
  const price = priceTerm(typed, market, locale);
  const terms =
    price.text !== undefined && size.text !== undefined
      ? { price: price.text, size: size.text }
      : undefined;
  const order = terms && limitCloseOrder(position, terms);
  const profit = terms && closingProfit(terms.price, terms.size, position);
  return (
    <Confirm
      button={text("limitNow")}
      locked={locked || order === undefined}
      reason={reason}
      market={position.market}
      onConfirm={() => order && onSend([order])}
    >
      <FigureField
        label={text("price")}
        unit={market.quote_asset.symbol}
        value={typed}
        error={termError("price", price, market, words)}
        onChange={setTyped}
      />
      <FigureField
        label={text("size")}
        unit={market.base_asset.symbol}
        value={size.typed}
        error={size.error}
        onChange={size.set}
      />
      <Parts
        position={position}
        market={market}
        onChoose={(part) => size.set(typedText(part, locale))}
      />
      {order ? <OrderLine order={order} /> : null}
      {profit === undefined ? null : (
        <p className="text-2xs text-ink-muted">
          {text("profitAtPrice")} <SignedMoney scaled={profit} /> USDC
        </p>
      )}
    </Confirm>
  );
}
