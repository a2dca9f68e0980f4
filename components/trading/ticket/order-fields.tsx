"use client";

import { slippageBound } from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { openScale } from "#components/trading/live/late-dialog.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useStore } from "#components/ui/use-store.ts";
import type { OrderType } from "#lib/protocol/enumerations.ts";
import { ticksText } from "#lib/protocol/market/markets.ts";
import { firesRising, isTriggerType } from "#lib/protocol/orders/orders.ts";
import type { OrderDraft } from "./draft.ts";
import { sizeAtPrice } from "./size-change.ts";
import { useTicket } from "./ticket-context.tsx";
import { formatPrice } from "./ticket-text.ts";
import { roundTyped, stepText, ticksOf } from "./typed-figure.ts";
import type { OrderCheck } from "./use-order-check.ts";

const TYPES: readonly OrderType[] = ["LIMIT", "MARKET", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"];

export function SideToggle() {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  return (
    <ToggleGroup
      label={text("side")}
      value={draft.side}
      options={[
        { value: "BUY", label: text("buySide") },
        { value: "SELL", label: text("sellSide") },
      ]}
      onChange={(side) => change({ side })}
      className="grid grid-cols-2 gap-1 rounded bg-raised p-1"
      itemClassName={cn(
        "h-7 text-xs font-semibold max-lg:h-9",
        "data-[state=on]:!text-white",
        draft.side === "BUY"
          ? "data-[state=off]:text-down data-[state=on]:!bg-up-strong"
          : "data-[state=off]:text-up data-[state=on]:!bg-down-strong",
      )}
    />
  );
}

export function TypeToggle({ check }: { check: OrderCheck }) {
  const { draft } = useTicket();
  const text = useText("ticket");
  const choose = useChooseType(check);
  return (
    <div className="flex flex-wrap items-center">
      <ToggleGroup
        label={text("orderType")}
        value={draft.type}
        options={TYPES.map((value) => ({ value, label: text(value) }))}
        onChange={choose}
        className="contents"
        itemClassName="h-6 px-1 text-2xs font-medium max-lg:h-8 max-lg:px-2"
      />
      <Button
        size="xs"
        tone="quiet"
        className="px-1 max-lg:h-8 max-lg:px-2"
        aria-haspopup="dialog"
        onClick={openScale}
      >
        {text("scale")}
      </Button>
    </div>
  );
}

/** Chooses an order type. A take profit or stop loss against a position closes it by default. */
export function useChooseType(check: OrderCheck): (type: OrderType) => void {
  const { draft, change } = useTicket();
  return (type) => {
    const { size } = check.holdings.position;
    const closes = draft.side === "SELL" ? size > 0n : size < 0n;
    const turns = isTriggerType(type) && !isTriggerType(draft.type) && closes;
    change(turns ? { type, reduceOnly: true } : { type });
  };
}

/** The price, or what takes its place: the best price of the book, or the trigger. */
export function PriceFields({
  check,
  errors,
}: {
  check: OrderCheck;
  errors: OrderCheck["errors"];
}) {
  const { draft } = useTicket();
  if (draft.type === "MARKET") return <MarketPriceNote />;
  if (isTriggerType(draft.type)) return <TriggerFields check={check} error={errors.trigger} />;
  return <LimitField check={check} error={errors.price} />;
}

type FieldProps = { check: OrderCheck; error: string | undefined };

function LimitField({ check, error }: FieldProps) {
  const text = useText("ticket");
  return (
    <div className="flex flex-col gap-1">
      <PriceInput
        name="price"
        label={text("price")}
        check={check}
        error={error}
        notice={check.priceNotice}
        // The line stays, so that a note moves nothing.
        hint={"\u00a0"}
      />
      <PriceButtons check={check} />
    </div>
  );
}

/** Fill in the best prices of the book, the price between them, or the mark. */
function PriceButtons({ check }: { check: OrderCheck }) {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  const { locale } = useFormat();
  const { scale, markTicks, bestBidTicks: bid, bestAskTicks: ask, wording } = check;
  const mid = bid !== undefined && ask !== undefined ? (bid + ask) / 2n : undefined;
  const prices = [
    ["useBid", bid],
    ["useMid", mid],
    ["useAsk", ask],
    ["useMark", markTicks],
  ] as const;
  return (
    <div className="grid grid-cols-4 gap-1">
      {prices.map(([name, ticks]) => (
        <Button
          key={name}
          size="xs"
          tone="quiet"
          className="h-5"
          disabled={ticks === undefined}
          aria-label={
            ticks === undefined
              ? text(name)
              : text("usePrice", { name: text(name), price: formatPrice(ticks, scale, wording) })
          }
          onClick={() => {
            if (ticks === undefined) return;
            const price = typedText(ticksText(ticks, scale), locale);
            change({ price, ...sizeAtPrice(price, draft, check) });
          }}
        >
          {text(name)}
        </Button>
      ))}
    </div>
  );
}

function TriggerFields({ check, error }: FieldProps) {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  return (
    <div className="flex flex-col gap-1.5">
      <PriceInput
        name="triggerPrice"
        label={text("triggerPrice")}
        check={check}
        error={error}
        hint={<TriggerSentence check={check} />}
      />
      <div className="flex items-center justify-between">
        <span className="text-xs text-ink-muted">{text("triggerSource")}</span>
        <ToggleGroup
          label={text("triggerSource")}
          value={draft.triggerSource}
          options={[
            { value: "MarkPrice", label: text("sourceMarkShort"), name: text("sourceMark") },
            { value: "LastPrice", label: text("sourceLastShort"), name: text("sourceLast") },
          ]}
          onChange={(triggerSource) => change({ triggerSource })}
        />
      </div>
    </div>
  );
}

/** A sentence that says when the order triggers and what it does then. */
function TriggerSentence({ check }: { check: OrderCheck }) {
  const { draft } = useTicket();
  const { scale, wording, triggerTicks } = check;
  const verb = draft.side === "BUY" ? "buys" : "sells";
  const way = firesRising(draft.type, draft.side) ? "Rising" : "Falling";
  const source = wording.text(draft.triggerSource === "MarkPrice" ? "sourceMark" : "sourceLast");
  if (triggerTicks === undefined) return wording.text(`${verb}${way}Open`, { source });
  return wording.text(`${verb}${way}`, {
    source,
    price: formatPrice(triggerTicks, scale, wording),
  });
}

type PriceInputProps = FieldProps & {
  name: "price" | "triggerPrice";
  label: string;
  notice?: string | undefined;
  hint?: React.ReactNode;
};

function PriceInput({ name, label, check, error, notice, hint }: PriceInputProps) {
  const { draft, change, setPriceInput } = useTicket();
  const { locale } = useFormat();
  const mark = useMarketState("mark");
  const { scale, market } = check;
  const set = (price: string) =>
    change({ [name]: price, ...sizeAtPrice(price, draft, check) } satisfies Partial<OrderDraft>);
  return (
    <Field
      ref={setPriceInput}
      label={label}
      unit={market.quote_asset.symbol}
      value={draft[name]}
      error={error}
      notice={notice}
      hint={hint}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => set(roundTyped(draft[name], ticksOf(scale), locale))}
      onKeyDown={(event) =>
        stepOnArrow(event, (count) =>
          set(
            stepText(draft[name], {
              count,
              locale,
              fallback: mark ?? "0",
              decimals: scale.priceDecimals,
              unit: scale.tickUnits,
            }),
          ),
        )
      }
    />
  );
}

function MarketPriceNote() {
  const market = useMarket();
  const text = useText("ticket");
  const { integer, grouped } = useFormat();
  const { draft } = useTicket();
  const bound = useStore(slippageBound);
  const percent =
    bound === "" || draft.reduceOnly ? integer(market.price_band_ratio / 10_000) : grouped(bound);
  return (
    <p className="flex h-9 items-center justify-between gap-2 rounded border border-dashed px-2.5 text-xs text-ink-muted">
      <span>{text("price")}</span>
      <span className="text-end">{text("marketPrice", { percent })}</span>
    </p>
  );
}

/** Up and down move by a step, with Shift by ten. */
export function stepOnArrow(
  event: React.KeyboardEvent<HTMLInputElement>,
  step: (count: bigint) => void,
): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  const count = event.shiftKey ? 10n : 1n;
  step(event.key === "ArrowUp" ? count : -count);
}
