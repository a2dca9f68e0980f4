"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useTerms } from "#components/trading/account-state/use-market-list.ts";
import { SignedMoney } from "#components/trading/tables/figures.tsx";
import type { Words } from "#components/trading/ticket/ticket-text.ts";
import { typedText } from "#components/trading/ticket/typed-figure.ts";
import { Loading } from "#components/ui/panel.tsx";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { PositionRecord } from "#lib/protocol/orders.ts";
import { closingProfit, priceTerm, termError, triggerProblem } from "./close-terms.ts";
import { Confirm, type Send } from "./confirm-form.tsx";
import { FigureField, useFigureWords } from "./figure-field.tsx";
import { OrderLine } from "./order-line.tsx";
import { type ProtectionKind, protectOrder } from "./position-orders.ts";
import { Parts } from "./position-parts.tsx";
import { useClosingSize } from "./use-closing-size.ts";
import { usePositionFigures } from "./use-position-figures.ts";
import { useSendingLock } from "./use-sending-lock.ts";

type ProtectFormProps = { position: PositionRecord; onSend: Send };

/** A take profit, a stop loss, or both under one signature. */
export function ProtectForm(props: ProtectFormProps) {
  const text = useText("account");
  const market = useTerms(props.position.market);
  if (market === undefined) return <Loading label={text("loading")} />;
  return <ProtectFields {...props} market={market} />;
}

const KINDS = ["TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"] as const;

function ProtectFields({ position, onSend, market }: ProtectFormProps & { market: Market }) {
  const text = useText("account");
  const words = useFigureWords();
  const [typed, setTyped] = useState({ TAKE_PROFIT_MARKET: "", STOP_LOSS_MARKET: "" });
  const size = useClosingSize(position, market, words);
  const { locked, reason } = useSendingLock(position.market, "reduces");
  const check = useTriggerCheck(position, market, words);
  const given = KINDS.filter((kind) => typed[kind].trim() !== "").map((kind) => ({
    kind,
    ...check(typed[kind], kind),
  }));
  const orders = given.flatMap(({ kind, trigger }) =>
    trigger === undefined || size.text === undefined
      ? []
      : [protectOrder(position, { kind, size: size.text, trigger })],
  );
  const isReady = given.length > 0 && orders.length === given.length;
  return (
    <Confirm
      button={text("protectNow")}
      locked={locked || !isReady}
      reason={reason}
      market={position.market}
      onConfirm={() => onSend(orders)}
    >
      {KINDS.map((kind) => {
        const seen = given.find((one) => one.kind === kind);
        const profit =
          seen?.trigger !== undefined && size.text !== undefined
            ? closingProfit(seen.trigger, size.text, position)
            : undefined;
        return (
          <div key={kind}>
            <FigureField
              label={text(kind === "TAKE_PROFIT_MARKET" ? "takeProfit" : "stopLoss")}
              unit={market.quote_asset.symbol}
              value={typed[kind]}
              error={seen?.error}
              notice={seen?.notice}
              onChange={(value) => setTyped((current) => ({ ...current, [kind]: value }))}
            />
            {profit !== undefined ? (
              <p className="mt-1 text-2xs text-ink-muted">
                {text("profitAtPrice")} <SignedMoney scaled={profit} /> USDC
              </p>
            ) : null}
          </div>
        );
      })}
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
        onChoose={(part) => size.set(typedText(part, words.format.locale))}
      />
      {isReady ? orders.map((order) => <OrderLine key={order.order_type} order={order} />) : null}
      <p className="text-2xs text-ink-muted">{text("protectHelp")}</p>
    </Confirm>
  );
}

type TriggerCheck = { trigger?: Decimal; error?: string | undefined; notice?: string };

/** The price to sign, where nothing is wrong with what was typed. */
function useTriggerCheck(position: PositionRecord, market: Market, words: Words) {
  const text = useText("account");
  const { mark } = usePositionFigures(position);
  return (typed: string, kind: ProtectionKind): TriggerCheck => {
    const term = priceTerm(typed, market, words.format.locale);
    if (term.text === undefined) return { error: termError("trigger", term, market, words) };
    const problem = triggerProblem(term.text, kind, position, mark);
    if (problem === undefined) return { trigger: term.text };
    // The venue takes a stop beyond the liquidation price; it only never gets to act.
    return problem === "triggerBeyondLiquidation"
      ? { trigger: term.text, notice: text(problem) }
      : { error: text(problem, { mark: words.format.grouped(mark) }) };
  };
}
