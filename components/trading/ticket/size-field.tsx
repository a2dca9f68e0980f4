"use client";

import { type CSSProperties, Fragment, useId } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { tidyTyped, typedText } from "#components/i18n/typed-number.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { lotsText } from "#lib/protocol/market/markets.ts";
import { tradedLeverage } from "#lib/protocol/orders/holdings.ts";
import type { SizeUnit } from "./draft.ts";
import { stepOnArrow } from "./order-fields.tsx";
import { amountOfLots, lotsOfAmount, minimumLots } from "./size.ts";
import { amountText, sizeChange, unitChange } from "./size-change.ts";
import { useTicket } from "./ticket-context.tsx";
import { formatSize } from "./ticket-text.ts";
import { lotsOf, roundTyped, stepText } from "./typed-figure.ts";
import type { OrderCheck } from "./use-order-check.ts";

const SHARES = [25n, 50n, 75n, 100n] as const;
const UNITS: readonly SizeUnit[] = ["base", "quote", "share", "leverage"];

export function SizeField({ check, error }: { check: OrderCheck; error: string | undefined }) {
  const { draft, change, setSizeInput } = useTicket();
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
        ref={setSizeInput}
        label={text(unit === "base" ? "size" : unit === "quote" ? "amount" : unit)}
        value={typed}
        placeholder={placeholder(check, unit)}
        error={error}
        hint={<EqualSize check={check} unit={unit} />}
        onChange={(event) => set(event.currentTarget.value)}
        onBlur={() =>
          change(
            unit === "base"
              ? { size: roundTyped(typed, lotsOf(scale), locale) }
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
  const highest = leverage ? tradedLeverage(check.holdings, check.market) : 100;
  const shown = sizeTerms
    ? amountOfLots(leverage ? "leverage" : "share", lots ?? 0n, sizeTerms)
    : "";
  const hundredths = parseDecimal(shown || "0", 2) ?? 0n;
  // A slider position may be a float; it is not money.
  const position = Math.min(highest, Number(hundredths) / 100);
  const least = leverage ? 1 : 0;
  const fill = Math.max(0, ((position - least) * 100) / Math.max(1, highest - least));
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
            ? text("leverageValue", { leverage: `${integer(position)}×` })
            : text("shareValue", { percent: integer(Math.round(position)) })
        }
        min={least}
        max={highest}
        step={1}
        value={position}
        onChange={(event) => take(BigInt(event.currentTarget.value))}
        style={{ "--share": `${fill}%` } as CSSProperties}
        className="slider h-4 w-full cursor-pointer max-lg:h-7"
      />
      <fieldset className="grid grid-cols-4 gap-1">
        <legend className="sr-only">{text(leverage ? "leverage" : "shareOfAvailable")}</legend>
        {SHARES.map((share) => {
          const value = leverage ? (BigInt(highest) * share) / 100n : share;
          return <ShareButton key={share.toString()} figure={value} check={check} onTake={take} />;
        })}
      </fieldset>
    </div>
  );
}

type ShareButtonProps = { figure: bigint; check: OrderCheck; onTake: (figure: bigint) => void };

/** A share of what is available with the leverage that it produces, or a leverage. */
function ShareButton({ figure, check, onTake }: ShareButtonProps) {
  const { draft } = useTicket();
  const text = useText("ticket");
  const format = useFormat();
  const { sizeTerms } = check;
  const shown = figure.toString();
  if (draft.amount.unit === "leverage") {
    return (
      <Button size="xs" onClick={() => onTake(figure)}>
        <bdi dir="ltr">{shown}×</bdi>
      </Button>
    );
  }
  const lots = sizeTerms ? lotsOfAmount("share", shown, sizeTerms) : undefined;
  const taken = sizeTerms && lots ? amountOfLots("leverage", lots, sizeTerms) : "";
  const leverage = taken === "" ? undefined : `${format.figure(taken, 1)}×`;
  return (
    <Button
      size="xs"
      className="h-auto flex-col gap-0 py-0.5 leading-4 max-lg:h-auto"
      title={
        leverage === undefined
          ? text("shareValue", { percent: shown })
          : text("shareWithLeverage", { percent: shown, leverage })
      }
      onClick={() => onTake(figure)}
    >
      <bdi dir="ltr">{shown}%</bdi>{" "}
      <bdi dir="ltr" className="text-ink-faint">
        {leverage ?? "\u00a0"}
      </bdi>
    </Button>
  );
}

/** What the typed size is worth, or in another unit the size that is signed; the line stays while there is none. */
function EqualSize({ check, unit }: { check: OrderCheck; unit: SizeUnit }) {
  const { market, scale, wording, lots, sizeTerms } = check;
  const { format } = wording;
  if (lots === undefined || !sizeTerms) return "\u00a0";
  // As in the preview: a market order by what the book holds.
  const value = format.money(
    check.preview?.entire.value ?? lots * sizeTerms.ticks * scale.valueOfTickLot,
  );
  const worth = `${value} ${market.quote_asset.symbol}`;
  const size = `${formatSize(lots, scale, wording)} ${market.base_asset.symbol}`;
  const leverage = amountOfLots("leverage", lots, sizeTerms);
  const equal = unit === "base" ? [worth] : unit === "quote" ? [size] : [size, worth];
  return (
    <>
      {equal.map((figure) => (
        <Fragment key={figure}>
          {"= "}
          <bdi dir="ltr">{figure}</bdi>{" "}
        </Fragment>
      ))}
      {leverage === "" ? null : (
        <>
          {"· "}
          <bdi dir="ltr">{format.figure(leverage, 1)}×</bdi>
        </>
      )}
    </>
  );
}

function placeholder({ market, scale, sizeTerms, wording }: OrderCheck, unit: SizeUnit): string {
  if (unit === "quote") {
    return wording.text("sizeAtLeast", { size: wording.format.grouped(market.min_notional) });
  }
  if (unit !== "base" || !sizeTerms) return "0";
  const least = minimumLots(market, sizeTerms.ticks);
  return wording.text("sizeAtLeast", { size: formatSize(least, scale, wording) });
}
