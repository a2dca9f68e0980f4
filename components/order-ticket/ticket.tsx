"use client";

import { useState } from "react";
import { usePositions } from "#components/account/queries.ts";
import { type Readiness, useReadiness } from "#components/account/readiness.ts";
import { useLiveAccount } from "#components/account/use-live-account.ts";
import { figure, money } from "#components/format.ts";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { useFreshness } from "#components/market-stream/use-freshness.ts";
import { type Outcome, usePendingWrites, usePlaceOrder } from "#components/orders/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { type MarketScale, marketScale } from "#lib/protocol/markets.ts";
import { TIME_IN_FORCE_CODE, type TimeInForce } from "#lib/protocol/orders.ts";
import { previewRows } from "./preview-text.ts";
import { ReadinessStep } from "./readiness-step.tsx";
import { useTicket } from "./ticket-context.tsx";
import { tidyDecimal } from "./typed-figure.ts";
import { type OrderCheck, useOrderCheck } from "./use-order-check.ts";
import { lotsText, postOnlyObstacle, stepText, timeInForceObstacle } from "./validation.ts";

const SHARES = [25n, 50n, 75n, 100n] as const;
const TIMES_IN_FORCE = Object.keys(TIME_IN_FORCE_CODE) as TimeInForce[];

/** The order form: terms, what they cost, and the one button that the account's state allows. */
export function Ticket() {
  const { draft, change } = useTicket();
  const check = useOrderCheck();
  const readiness = useReadiness();
  const [touched, setTouched] = useState(false);
  const errors = touched || draft.size !== "" ? check.errors : {};
  return (
    <form
      aria-label="Order ticket"
      className="flex flex-col gap-2.5 p-3"
      onSubmit={(event) => event.preventDefault()}
    >
      <SideToggle />
      <ToggleGroup
        label="Order type"
        value={draft.type}
        options={[
          { value: "LIMIT", label: "Limit" },
          { value: "MARKET", label: "Market" },
        ]}
        onChange={(type) => change({ type })}
      />
      <AvailableRow readiness={readiness} />
      {draft.type === "LIMIT" ? (
        <PriceField error={errors.price} notice={check.priceNotice} />
      ) : (
        <MarketPriceNote />
      )}
      <SizeField error={errors.size} check={check} />
      <TermsRow />
      {errors.terms ? <p className="text-2xs text-down">{errors.terms}</p> : null}
      <PreviewRows check={check} />
      <SubmitArea check={check} readiness={readiness} onTouch={setTouched} />
    </form>
  );
}

function SideToggle() {
  const { draft, change } = useTicket();
  return (
    <ToggleGroup
      label="Side"
      value={draft.side}
      options={[
        { value: "BUY", label: "Buy" },
        { value: "SELL", label: "Sell" },
      ]}
      onChange={(side) => change({ side })}
      className="grid grid-cols-2 gap-1 rounded bg-raised p-1"
      itemClassName={cn(
        "h-7 text-xs font-semibold",
        draft.side === "BUY"
          ? "data-[state=on]:!bg-up-strong data-[state=on]:!text-white"
          : "data-[state=on]:!bg-down-strong data-[state=on]:!text-white",
      )}
    />
  );
}

function AvailableRow({ readiness }: { readiness: Readiness }) {
  const market = useMarket();
  const account = useLiveAccount();
  const positions = usePositions().data;
  const position = positions?.find((one) => one.market === market.symbol);
  const none = positions === undefined ? "—" : "none";
  if (readiness !== "ready") return null;
  return (
    <dl className="grid grid-cols-2 gap-y-0.5 text-2xs text-ink-muted">
      <dt>Available</dt>
      <dd className="text-right">{account ? money(account.free) : "—"} USDC</dd>
      <dt>Position</dt>
      <dd className="text-right">
        {position ? `${position.size} ${market.base_asset.symbol}` : none}
      </dd>
    </dl>
  );
}

type PriceFieldProps = { error: string | undefined; notice: string | undefined };

function PriceField({ error, notice }: PriceFieldProps) {
  const { draft, change } = useTicket();
  const market = useMarket();
  const mark = useMarketState("mark");
  const scale = marketScale(market);
  const step = (count: bigint) =>
    change({
      price: stepText(draft.price, {
        decimals: scale.priceDecimals,
        unit: scale.tickUnits,
        count,
        fallback: mark ?? "0",
      }),
    });
  return (
    <Field
      label="Price"
      unit={market.quote_asset.symbol}
      value={draft.price}
      placeholder={mark ?? ""}
      error={error}
      notice={notice}
      onChange={(event) => change({ price: event.currentTarget.value })}
      onBlur={() => change({ price: tidyDecimal(draft.price) })}
      onKeyDown={(event) => stepOnArrow(event, step)}
      action={
        <Button
          size="xs"
          tone="quiet"
          onClick={() => change({ price: figureOfMark(mark, scale) })}
          disabled={mark === undefined}
        >
          Mark
        </Button>
      }
    />
  );
}

function MarketPriceNote() {
  const market = useMarket();
  return (
    <p className="flex h-9 items-center justify-between rounded border border-dashed px-2.5 text-xs text-ink-muted">
      <span>Price</span>
      <span>Best, up to {market.price_band_ratio / 10_000} % from the mark</span>
    </p>
  );
}

function SizeField({ error, check }: { error: string | undefined; check: OrderCheck }) {
  const { draft, change } = useTicket();
  const market = useMarket();
  const scale = marketScale(market);
  const step = (count: bigint) =>
    change({
      size: stepText(draft.size, {
        decimals: scale.sizeDecimals,
        unit: scale.lotUnits,
        count,
        fallback: "0",
      }),
    });
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label="Size"
        unit={market.base_asset.symbol}
        value={draft.size}
        placeholder="0"
        error={error}
        onChange={(event) => change({ size: event.currentTarget.value })}
        onBlur={() => change({ size: tidyDecimal(draft.size) })}
        onKeyDown={(event) => stepOnArrow(event, step)}
      />
      <fieldset className="grid grid-cols-4 gap-1">
        <legend className="sr-only">Share of what is available</legend>
        {SHARES.map((share) => (
          <Button
            key={share.toString()}
            size="xs"
            onClick={() => {
              const lots = (check.largestLots() * share) / 100n;
              change({ size: lots > 0n ? lotsText(lots, scale) : "" });
            }}
          >
            {share.toString()}%
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

function TermsRow() {
  const { draft, change } = useTicket();
  const postOnly = postOnlyObstacle(draft);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <span className="text-xs text-ink-muted">Time in force</span>
        <ToggleGroup
          label="Time in force"
          value={draft.timeInForce}
          options={TIMES_IN_FORCE.map((value) => ({
            value,
            label: <span title={timeInForceObstacle(draft, value)}>{value}</span>,
            disabled: timeInForceObstacle(draft, value) !== undefined,
          }))}
          onChange={(timeInForce) => change({ timeInForce })}
        />
      </div>
      <div className="flex items-center gap-5">
        <Check
          label="Post only"
          checked={draft.postOnly}
          disabled={postOnly !== undefined}
          hint={postOnly}
          onChange={(value) => change({ postOnly: value })}
        />
        <Check
          label="Reduce only"
          checked={draft.reduceOnly}
          onChange={(value) => change({ reduceOnly: value })}
        />
      </div>
      {postOnly ? <p className="text-2xs text-ink-faint">{postOnly}</p> : null}
    </div>
  );
}

function PreviewRows({ check }: { check: OrderCheck }) {
  const market = useMarket();
  const scale = marketScale(market);
  const rows = previewRows(check.preview, check.lots, scale, check.accountKnown);
  return (
    <dl className="grid grid-cols-2 gap-y-1 border-t pt-2.5 text-2xs">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type SubmitAreaProps = {
  check: OrderCheck;
  readiness: Readiness;
  onTouch: (touched: boolean) => void;
};

function SubmitArea({ check, readiness, onTouch }: SubmitAreaProps) {
  const { draft, change, closeSheet } = useTicket();
  const market = useMarket();
  const fresh = useFreshness();
  const place = usePlaceOrder();
  const unknown = usePendingWrites().some(
    (write) =>
      write.state === "unknown" && write.market === market.symbol && write.kind === "place",
  );
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | undefined>();
  if (readiness !== "ready") return <ReadinessStep readiness={readiness} />;

  const short =
    check.accountKnown &&
    check.preview !== undefined &&
    check.preview.freeAfter < 0n &&
    !draft.reduceOnly;
  // Not `disabled`: a button that loses the focus while the wallet is asked would not get it back.
  const locked = busy || fresh !== "live" || short;
  const submit = async () => {
    onTouch(true);
    if (!check.order || locked) return;
    setBusy(true);
    setOutcome({ tone: "neutral", text: "Waiting for your signature…" });
    const ended = await place(check.order);
    setBusy(false);
    setOutcome(ended ?? { tone: "neutral", text: "Not signed. Nothing was sent." });
    if (ended && ended.tone !== "bad") {
      change({ size: "" });
      onTouch(false);
      closeSheet();
    }
  };
  const side = draft.side === "BUY" ? "Buy" : "Sell";
  return (
    <div className="flex flex-col gap-2">
      {unknown ? (
        <p className="rounded border border-warn-line bg-warn-soft p-2 text-2xs text-warn">
          An order in this market has no answer yet. Sending another may double it.
        </p>
      ) : null}
      <Button
        size="lg"
        tone={draft.side === "BUY" ? "buy" : "sell"}
        aria-disabled={locked}
        onClick={() => void submit()}
      >
        {side} {market.base_asset.symbol}
      </Button>
      <SubmitNote fresh={fresh} short={short} />
      <output
        aria-live="polite"
        className={cn("min-h-4 text-2xs", OUTCOME_TONE[outcome?.tone ?? "neutral"])}
      >
        {outcome?.text}
      </output>
    </div>
  );
}

const OUTCOME_TONE = { good: "text-up", bad: "text-down", neutral: "text-ink-muted" } as const;

function SubmitNote({ fresh, short }: { fresh: string; short: boolean }) {
  if (fresh !== "live") {
    return (
      <p className="text-2xs text-warn">
        The mark is not up to date. Orders are locked until it moves again.
      </p>
    );
  }
  if (short) {
    return <p className="text-2xs text-down">The account has too little free margin for this.</p>;
  }
  return null;
}

function figureOfMark(mark: string | undefined, scale: MarketScale): string {
  return mark ? figure(mark, scale.priceDecimals).replaceAll(",", "") : formatDecimal(0n, 0);
}

function stepOnArrow(
  event: React.KeyboardEvent<HTMLInputElement>,
  step: (count: bigint) => void,
): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  const count = event.shiftKey ? 10n : 1n;
  step(event.key === "ArrowUp" ? count : -count);
}
