"use client";

import { type CSSProperties, useId } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { lotsText } from "#lib/protocol/market/markets.ts";
import { minimumLots } from "./check-order.ts";
import type { SizeUnit } from "./draft.ts";
import { stepOnArrow } from "./order-fields.tsx";
import { amountOfLots, lotsOfAmount } from "./size.ts";
import { amountText, sizeChange, unitChange } from "./size-change.ts";
import { useTicket } from "./ticket-context.tsx";
import { sizeWords } from "./ticket-text.ts";
import { stepText, tidyTyped, typedText } from "./typed-figure.ts";
import type { OrderCheck } from "./use-order-check.ts";

const SHARES = [25n, 50n, 75n, 100n] as const;
const UNITS: readonly SizeUnit[] = ["base", "quote", "share", "leverage"];

export function SizeField({ check, error }: { check: OrderCheck; error: string | undefined }) {
  const { draft, change, placeSize } = useTicket();
  const text = useText("ticket");
  const { locale } = useFormat();
  const { market, scale } = check;
  const { unit } = draft.amount;
  const typed = unit === "base" ? draft.size : draft.amount.text;
  const set = (next: string) => change(sizeChange(unit, next, check));
  const step =
    unit === "base"
      ? { decimals: scale.sizeDecimals, unit: scale.lotUnits }
      : unit === "leverage"
        ? { decimals: 1, unit: 1n }
        : { decimals: 0, unit: 1n };
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        ref={placeSize}
        label={text(unit === "base" ? "size" : unit === "quote" ? "amount" : unit)}
        value={typed}
        placeholder={placeholder(check, unit)}
        error={error}
        hint={<SignedSize check={check} />}
        onChange={(event) => set(event.currentTarget.value)}
        onBlur={() =>
          change(
            unit === "base"
              ? { size: tidyTyped(typed, locale) }
              : { amount: { unit, text: tidyTyped(typed, locale) } },
          )
        }
        onKeyDown={(event) =>
          stepOnArrow(event, (count) =>
            set(stepText(typed, { ...step, count, locale, fallback: "0" })),
          )
        }
        action={
          <select
            aria-label={text("sizeUnit")}
            value={unit}
            onChange={(event) => {
              const next = UNITS.find((one) => one === event.currentTarget.value);
              if (next) change(unitChange(next, draft, check));
            }}
            className="-me-1.5 h-7 shrink-0 cursor-pointer rounded bg-transparent text-xs text-ink-muted hover:text-ink dark:scheme-dark"
          >
            <option value="base">{market.base_asset.symbol}</option>
            <option value="quote">{market.quote_asset.symbol}</option>
            <option value="share">%</option>
            <option value="leverage">×</option>
          </select>
        }
      />
      <ShareSlider check={check} />
    </div>
  );
}

/** The share of the account's maximum, or the leverage, as a slider and four buttons. */
function ShareSlider({ check }: { check: OrderCheck }) {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  const { locale, integer } = useFormat();
  const id = useId();
  const { lots, sizeTerms, scale } = check;
  const leverage = draft.amount.unit === "leverage";
  const highest = leverage ? Math.floor(1_000_000 / check.market.im_ratio) : 100;
  const shown = sizeTerms
    ? amountOfLots(leverage ? "leverage" : "share", lots ?? 0n, sizeTerms)
    : "";
  const hundredths = parseDecimal(shown || "0", 2) ?? 0n;
  // A slider position may be a float; it is not money.
  const place = Math.min(highest, Number(hundredths) / 100);
  const least = leverage ? 1 : 0;
  const fill = Math.max(0, ((place - least) * 100) / Math.max(1, highest - least));
  const take = (share: bigint) => {
    if (!sizeTerms) return;
    const unit = leverage ? "leverage" : "share";
    const figure = formatDecimal(share, 0);
    const taken = lotsOfAmount(unit, figure, sizeTerms) ?? 0n;
    const size = taken > 0n ? typedText(lotsText(taken, scale), locale) : "";
    const { unit: current } = draft.amount;
    const amount = current === unit ? figure : amountText(current, taken, check);
    change({ size, amount: { unit: current, text: current === "base" ? "" : amount } });
  };
  return (
    <div className="flex flex-col gap-1">
      <input
        id={id}
        type="range"
        aria-label={text(leverage ? "leverage" : "shareOfAvailable")}
        aria-valuetext={
          leverage
            ? text("leverageValue", { leverage: `${integer(place)}×` })
            : text("shareValue", { percent: `${integer(Math.round(place))} %` })
        }
        min={least}
        max={highest}
        step={1}
        value={place}
        onChange={(event) => take(BigInt(event.currentTarget.value))}
        style={{ "--share": `${fill}%` } as CSSProperties}
        className="slider h-4 w-full cursor-pointer max-lg:h-7"
      />
      <fieldset className="grid grid-cols-4 gap-1">
        <legend className="sr-only">{text(leverage ? "leverage" : "shareOfAvailable")}</legend>
        {SHARES.map((share) => {
          const value = leverage ? (BigInt(highest) * share) / 100n : share;
          return (
            <Button key={share.toString()} size="xs" onClick={() => take(value)}>
              {leverage ? `${value.toString()}×` : `${value.toString()}%`}
            </Button>
          );
        })}
      </fieldset>
    </div>
  );
}

/** The size that is signed, in the base asset; before one is typed, the smallest the market accepts. */
function SignedSize({ check }: { check: OrderCheck }) {
  const { market, scale, words, lots, sizeTerms } = check;
  const { text, format } = words;
  const asset = market.base_asset.symbol;
  if (lots === undefined) {
    const least = sizeTerms ? minimumLots(market, sizeTerms.ticks) : 1n;
    const step = format.grouped(market.base_lot_size);
    return text("noSize", { size: sizeWords(least, scale, words), asset, step });
  }
  const size = text("signedSize", { size: sizeWords(lots, scale, words), asset });
  if (!sizeTerms) return size;
  const value = format.money(lots * sizeTerms.ticks * scale.valueOfTickLot);
  return `${size}, ${text("signedWorth", { value, quote: market.quote_asset.symbol })}`;
}

function placeholder({ market, scale, sizeTerms, words }: OrderCheck, unit: SizeUnit): string {
  if (unit === "quote") {
    return words.text("sizeAtLeast", { size: words.format.grouped(market.min_notional) });
  }
  if (unit !== "base" || !sizeTerms) return "0";
  const least = minimumLots(market, sizeTerms.ticks);
  return words.text("sizeAtLeast", { size: sizeWords(least, scale, words) });
}
