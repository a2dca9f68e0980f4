"use client";

import { useMemo, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { FigureField } from "#components/trading/positions/figure-field.tsx";
import { Confirm } from "#components/trading/positions/position-form.tsx";
import { useSendingLock } from "#components/trading/positions/sending-lock.ts";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { figureError } from "#components/trading/ticket/ticket-text.ts";
import {
  countTyped,
  type FigureName,
  lotsOf,
  ticksOf,
} from "#components/trading/ticket/typed-figure.ts";
import {
  type LiveSituation,
  useOrderSituation,
} from "#components/trading/ticket/use-order-check.ts";
import { usePlaceOrder } from "#components/trading/writes/use-orders.ts";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import type { Side } from "#lib/protocol/enumerations.ts";
import { ticksText } from "#lib/protocol/market/markets.ts";
import { checkLadder } from "./check-ladder.ts";
import { type LadderShape, ladderOf, RUNGS, SHAPES } from "./ladder.ts";
import { LadderPreview } from "./ladder-preview.tsx";

type Terms = {
  side: Side;
  size: string;
  from: string;
  to: string;
  count: string;
  shape: LadderShape;
  postOnly: boolean;
  reduceOnly: boolean;
};

/** How far from the mark the first and the last rung are at first, in parts per thousand. */
const FIRST_AWAY = 2n;
const LAST_AWAY = 20n;
const FIRST_COUNT = "5";

/** One size over several limit orders between two prices, under one signature. */
export default function ScaleDialog({ onClose }: { onClose: () => void }) {
  const text = useText("ticket");
  const live = useOrderSituation();
  const place = usePlaceOrder();
  const { terms, change } = useTerms(live);
  const { market, wording } = live;
  const ladder = useLadder(terms, live);
  const { locked, reason } = useSendingLock(market.symbol, terms.reduceOnly ? "reduces" : "opens");
  const [first, ...attached] = ladder.checked?.orders ?? [];
  const count = ladder.rungs.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text("scaleTitle", { market: market.symbol })}
      description={text("scaleNote")}
    >
      <div className="p-4">
        <Confirm
          button={
            first === undefined
              ? text("scalePlaceNone")
              : text(terms.side === "BUY" ? "scalePlaceBuy" : "scalePlaceSell", { count })
          }
          locked={locked || first === undefined}
          reason={reason}
          market={market.symbol}
          onConfirm={() => {
            if (first === undefined) return;
            // This dialog is the review. The signing panel opens only when the wallet must sign.
            onClose();
            void place(first, { attached, review: false });
          }}
        >
          <Fields terms={terms} change={change} live={live} errors={ladder.errors} />
          {ladder.error === undefined ? null : <p className="text-2xs text-bad">{ladder.error}</p>}
          {ladder.checked === undefined ? null : (
            <LadderPreview
              rungs={ladder.rungs}
              checked={ladder.checked}
              wording={wording}
              market={market}
            />
          )}
        </Confirm>
      </div>
    </Dialog>
  );
}

type Change = (change: Partial<Terms>) => void;

function useTerms({ scale, wording, situation }: LiveSituation): { terms: Terms; change: Change } {
  const { draft } = useTicket();
  const [terms, setTerms] = useState((): Terms => {
    const { markTicks = 0n } = situation.context;
    const away = draft.side === "BUY" ? -1n : 1n;
    const priceAt = (thousandths: bigint) =>
      markTicks === 0n
        ? ""
        : typedText(
            ticksText((markTicks * (1_000n + away * thousandths)) / 1_000n, scale),
            wording.format.locale,
          );
    return {
      side: draft.side,
      size: draft.size,
      from: priceAt(FIRST_AWAY),
      to: priceAt(LAST_AWAY),
      count: FIRST_COUNT,
      shape: "even",
      postOnly: false,
      reduceOnly: draft.reduceOnly,
    };
  });
  const change: Change = (next) => setTerms((before) => ({ ...before, ...next }));
  return { terms, change };
}

type Errors = Partial<Record<"size" | "from" | "to" | "count", string>>;

/** What is typed as rungs, and what they would do to the account. */
function useLadder(terms: Terms, { situation, wording, market, scale }: LiveSituation) {
  return useMemo(() => {
    const errors: Errors = {};
    const read = (field: "size" | "from" | "to", name: FigureName) => {
      const typed = countTyped(
        name,
        terms[field],
        { listing: market, scale },
        wording.format.locale,
      );
      if (typed.problem === undefined) return typed.count;
      // An empty field says what is missing; it is not wrong yet.
      const error =
        typed.problem === "empty" ? undefined : figureError(name, typed.problem, wording);
      if (error !== undefined) errors[field] = error;
      return undefined;
    };
    const [lots, fromTicks, toTicks] = [
      read("size", "size"),
      read("from", "price"),
      read("to", "price"),
    ];
    const count = /^\d{1,2}$/.test(terms.count) ? Number(terms.count) : 0;
    const isCount = count >= RUNGS.min && count <= RUNGS.max;
    if (!isCount)
      errors.count = wording.text("scaleCountWrong", { least: RUNGS.min, most: RUNGS.max });
    const isKnown = lots !== undefined && fromTicks !== undefined && toTicks !== undefined;
    if (!isKnown || !isCount) return { errors, rungs: [], checked: undefined, error: undefined };
    const rungs = ladderOf({ lots, fromTicks, toTicks, count, shape: terms.shape });
    if (rungs.length === 0)
      return { errors, rungs, checked: undefined, error: wording.text("scaleTooClose") };
    const checked = checkLadder(terms, rungs, situation, wording);
    return { errors, rungs, checked, error: checked.error };
  }, [terms, situation, wording, market, scale]);
}

type FieldsProps = { terms: Terms; change: Change; live: LiveSituation; errors: Errors };

function Fields({ terms, change, live, errors }: FieldsProps) {
  const text = useText("ticket");
  const { market, scale } = live;
  return (
    <>
      <ToggleGroup
        label={text("side")}
        value={terms.side}
        options={[
          { value: "BUY", label: text("buySide") },
          { value: "SELL", label: text("sellSide") },
        ]}
        onChange={(side) => change({ side })}
        className="grid grid-cols-2 gap-1"
        itemClassName={TOGGLE_ITEM}
      />
      <FigureField
        label={text("scaleSize")}
        unit={market.base_asset.symbol}
        value={terms.size}
        error={errors.size}
        steps={lotsOf(scale)}
        onChange={(size) => change({ size })}
      />
      <Prices {...{ terms, change, live, errors }} />
      <FigureField
        label={text("scaleCount")}
        unit={text("scaleCountRange", { least: RUNGS.min, most: RUNGS.max })}
        value={terms.count}
        error={errors.count}
        steps={{ decimals: 0, unit: 1n, down: true }}
        onChange={(count) => change({ count })}
      />
      <ToggleGroup
        label={text("scaleShape")}
        value={terms.shape}
        options={SHAPES.map((value) => ({ value, label: text(`scale_${value}`) }))}
        onChange={(shape) => change({ shape })}
        className="grid grid-cols-3 gap-1"
        itemClassName={TOGGLE_ITEM}
      />
      <Flags terms={terms} change={change} />
    </>
  );
}

function Flags({ terms, change }: Pick<FieldsProps, "terms" | "change">) {
  const text = useText("ticket");
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1">
      <Check
        label={text("postOnly")}
        checked={terms.postOnly}
        onChange={(postOnly) => change({ postOnly })}
      />
      <Check
        label={text("reduceOnly")}
        checked={terms.reduceOnly}
        onChange={(reduceOnly) => change({ reduceOnly })}
      />
    </div>
  );
}

function Prices({ terms, change, live, errors }: FieldsProps) {
  const text = useText("ticket");
  const quote = live.market.quote_asset.symbol;
  const steps = ticksOf(live.scale);
  return (
    <div className="grid grid-cols-2 gap-2">
      <FigureField
        label={text("scaleFrom")}
        unit={quote}
        value={terms.from}
        error={errors.from}
        steps={steps}
        onChange={(from) => change({ from })}
      />
      <FigureField
        label={text("scaleTo")}
        unit={quote}
        value={terms.to}
        error={errors.to}
        steps={steps}
        onChange={(to) => change({ to })}
      />
    </div>
  );
}
