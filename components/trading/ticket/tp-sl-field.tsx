"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { tidyTyped, typedText } from "#components/i18n/typed-number.ts";
import { Field } from "#components/ui/field.tsx";
import { type MarketScale, ticksText } from "#lib/protocol/market/markets.ts";
import type { AttachedDraft, AttachedUnit } from "./draft.ts";
import { stepOnArrow } from "./order-fields.tsx";
import { formatPrice, type Wording } from "./ticket-text.ts";
import {
  type Attached,
  type AttachedKind,
  attachedAmount,
  type Entry,
  rateFromEntry,
} from "./tp-sl.ts";
import { roundTyped, stepText, ticksOf } from "./typed-figure.ts";

const UNITS = [
  ["price", "price"],
  ["percent", "attachedPercent"],
  ["profit", "attachedProfit"],
] as const satisfies (readonly [AttachedUnit, string])[];

type AttachedFieldProps = {
  kind: AttachedKind;
  draft: AttachedDraft;
  onChange: (draft: AttachedDraft) => void;
  /** The trigger price, profit and errors of the draft. */
  attached: Attached;
  /** `undefined` while the order has no size. */
  entry: Entry | undefined;
  scale: MarketScale;
  markTicks: bigint;
  /** For a position the fee of the entry is already paid. */
  estimate: "attachedEstimate" | "protectEstimate";
  wording: Wording;
  disabled?: boolean;
};

/** A take profit or stop loss by price, percent from the entry or profit, with what it would earn or lose. */
export function AttachedField(props: AttachedFieldProps) {
  const { kind, draft, onChange, attached, entry, scale, wording, disabled } = props;
  const text = useText("ticket");
  const { locale } = wording.format;
  const set = (typed: string) => onChange({ ...draft, text: typed });
  const choose = (chosen: string) => {
    const unit = UNITS.find(([one]) => one === chosen)?.[0];
    if (unit === undefined) return;
    const { ticks } = attached;
    const amount = ticks !== undefined && entry ? attachedAmount(unit, ticks, entry) : "";
    onChange({ unit, text: typedText(amount, locale) });
  };
  return (
    <Field
      label={text(kind)}
      value={draft.text}
      error={attached.error}
      notice={attached.warning}
      hint={estimateText(props)}
      disabled={disabled}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() =>
        set(
          draft.unit === "price"
            ? roundTyped(draft.text, ticksOf(scale), locale)
            : tidyTyped(draft.text, locale),
        )
      }
      onKeyDown={(event) =>
        stepOnArrow(event, (count) =>
          set(stepText(draft.text, { ...stepOf(props), count, locale })),
        )
      }
      action={
        <select
          aria-label={text("attachedUnit", { name: text(kind) })}
          value={draft.unit}
          onChange={(event) => choose(event.currentTarget.value)}
          className="-me-1.5 h-7 shrink-0 cursor-pointer rounded bg-transparent text-xs text-ink-muted hover:text-ink dark:scheme-dark"
        >
          {UNITS.map(([unit, name]) => (
            <option key={unit} value={unit}>
              {text(name)}
            </option>
          ))}
        </select>
      }
    />
  );
}

/** The step of the arrow keys, and the number from which an empty field starts. */
function stepOf({ draft, scale, markTicks }: AttachedFieldProps) {
  if (draft.unit !== "price")
    return { decimals: draft.unit === "percent" ? 1 : 0, unit: 1n, fallback: "0" };
  return {
    decimals: scale.priceDecimals,
    unit: scale.tickUnits,
    fallback: ticksText(markTicks, scale),
  };
}

/** The trigger price and the profit or loss there. */
function estimateText(props: AttachedFieldProps): string | undefined {
  const { attached, entry, estimate, wording } = props;
  const { ticks, profit } = attached;
  if (ticks === undefined || profit === undefined || !entry) return undefined;
  const { text, format } = wording;
  const at = text("attachedAt", {
    action: text(entry.side === "BUY" ? "sell" : "buy"),
    price: formatPrice(ticks, entry.scale, wording),
  });
  const figures = text(estimate, {
    percent: format.percent(rateFromEntry(ticks, entry)),
    profit: format.signedMoney(profit),
  });
  return `${at}: ${figures}`;
}
