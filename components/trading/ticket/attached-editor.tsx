"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Field } from "#components/ui/field.tsx";
import { ticksText } from "#lib/protocol/market/markets.ts";
import { type Attached, type AttachedKind, attachedAmount, rateFromEntry } from "./attached.ts";
import type { AttachedUnit } from "./draft.ts";
import { stepOnArrow } from "./order-fields.tsx";
import { useTicket } from "./ticket-context.tsx";
import { priceWords } from "./ticket-text.ts";
import { stepText, tidyTyped, typedText } from "./typed-figure.ts";
import type { OrderCheck } from "./use-order-check.ts";

const UNITS = [
  ["price", "attachedPrice"],
  ["percent", "attachedPercent"],
  ["profit", "attachedProfit"],
] as const satisfies (readonly [AttachedUnit, string])[];

/** The fields of take profit and stop loss, each with its estimated profit or loss. */
export default function AttachedEditor({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const obstacle = check.attachedObstacle;
  return (
    <div className="flex flex-col gap-1.5">
      <AttachedField kind="takeProfit" check={check} attached={check.takeProfit} />
      <AttachedField kind="stopLoss" check={check} attached={check.stopLoss} />
      {obstacle ? (
        <output className="text-2xs text-warn">{text(obstacle)}</output>
      ) : (
        <details className="text-2xs text-ink-faint">
          <summary className="cursor-pointer hover:text-ink">{text("attachedHelpTitle")}</summary>
          <p className="mt-1">{text("attachedHelp")}</p>
          <p className="mt-1">{text("attachedHelpBoth")}</p>
        </details>
      )}
    </div>
  );
}

type AttachedFieldProps = { kind: AttachedKind; check: OrderCheck; attached: Attached };

function AttachedField({ kind, check, attached }: AttachedFieldProps) {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  const { scale, words, markTicks = 0n, entry } = check;
  const { locale } = words.format;
  const value = draft[kind];
  const set = (typed: string) => change({ [kind]: { ...value, text: typed } });
  const step =
    value.unit === "price"
      ? {
          decimals: scale.priceDecimals,
          unit: scale.tickUnits,
          fallback: ticksText(markTicks, scale),
        }
      : { decimals: value.unit === "percent" ? 1 : 0, unit: 1n, fallback: "0" };
  const choose = (chosen: string) => {
    const unit = UNITS.find(([one]) => one === chosen)?.[0];
    if (unit === undefined) return;
    const { ticks } = attached;
    const amount = ticks !== undefined && entry ? attachedAmount(unit, ticks, entry) : "";
    change({ [kind]: { unit, text: typedText(amount, locale) } });
  };
  return (
    <Field
      label={text(kind)}
      value={value.text}
      error={attached.error}
      notice={attached.warning}
      hint={<Estimate check={check} attached={attached} />}
      disabled={check.attachedObstacle !== undefined && value.text === ""}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => set(tidyTyped(value.text, locale))}
      onKeyDown={(event) =>
        stepOnArrow(event, (count) => set(stepText(value.text, { ...step, count, locale })))
      }
      action={
        <select
          aria-label={text("attachedUnit", { name: text(kind) })}
          value={value.unit}
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

/** The trigger price and the profit or loss there, after all fees. */
function Estimate({ check, attached }: Pick<AttachedFieldProps, "check" | "attached">) {
  const { entry, scale, words } = check;
  const { ticks, profit } = attached;
  if (ticks === undefined || profit === undefined || !entry) return null;
  const { text, format } = words;
  const at = text("attachedAt", {
    action: text(entry.side === "BUY" ? "sell" : "buy"),
    price: priceWords(ticks, scale, words),
  });
  const estimate = text("attachedEstimate", {
    percent: format.percent(rateFromEntry(ticks, entry)),
    profit: format.signedMoney(profit),
  });
  return `${at}: ${estimate}`;
}
