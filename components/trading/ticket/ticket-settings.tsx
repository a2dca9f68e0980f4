"use client";

import {
  askPolicy,
  closesAtOnce,
  slippageBound,
} from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { readTyped, typedText } from "#components/i18n/typed-number.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";

/** Percent with two decimals. */
const SLIPPAGE_DECIMALS = 2;

/** Settings of the review before an order is sent, and of market orders. */
export default function TicketSettings({ id }: { id: string }) {
  const text = useText("ticket");
  const { locale } = useFormat();
  const policy = useStore(askPolicy);
  const choose = (mode: typeof policy.mode) => askPolicy.set({ ...policy, mode });
  return (
    <fieldset
      id={id}
      className="flex flex-col gap-1.5 rounded border bg-raised p-2 text-2xs text-ink-muted"
    >
      <legend className="sr-only">{text("settings")}</legend>
      <p className="font-medium text-ink">{text("settingsTitle")}</p>
      {(["never", "always"] as const).map((mode) => (
        <label key={mode} className="flex items-center gap-2">
          <input
            type="radio"
            name={id}
            className="accent-(--accent-strong)"
            checked={policy.mode === mode}
            onChange={() => choose(mode)}
          />
          {text(mode === "never" ? "askNever" : "askAlways")}
        </label>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          <input
            type="radio"
            name={id}
            className="accent-(--accent-strong)"
            checked={policy.mode === "never-under"}
            onChange={() => choose("never-under")}
          />
          {text("askNeverUnder")}
        </label>
        <input
          key={policy.limit}
          aria-label={text("askLimit")}
          defaultValue={typedText(policy.limit, locale)}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          onBlur={(event) => {
            const read = readTyped(event.currentTarget.value, locale);
            const isValid =
              read.state === "figure" && parseDecimal(read.text, MONEY_DECIMALS) !== undefined;
            const limit = isValid ? read.text : policy.limit;
            askPolicy.set({ ...policy, limit });
            event.currentTarget.value = typedText(limit, locale);
          }}
          className="h-6 w-20 rounded border border-line-strong bg-surface px-1.5 text-end text-xs text-ink"
        />
        USDC
      </div>
      <p>{text("askNote")}</p>
      <SlippageSetting />
      <CloseSetting />
    </fieldset>
  );
}

function CloseSetting() {
  const text = useText("ticket");
  return (
    <label className="mt-1 flex items-center gap-2 border-t pt-2 text-ink">
      <input
        type="checkbox"
        className="accent-(--accent-strong)"
        checked={useStore(closesAtOnce)}
        onChange={(event) => closesAtOnce.set(event.currentTarget.checked)}
      />
      {text("closesAtOnce")}
    </label>
  );
}

function SlippageSetting() {
  const text = useText("ticket");
  const { locale, integer } = useFormat();
  const market = useMarket();
  const bound = useStore(slippageBound);
  const most = market.price_band_ratio / 10_000;
  return (
    <>
      <label className="mt-1 flex items-center justify-between gap-2 border-t pt-2 font-medium text-ink">
        {text("slippageTitle")}
        <span className="flex items-center gap-1 font-normal">
          <input
            key={bound}
            defaultValue={bound === "" ? "" : typedText(bound, locale)}
            placeholder={integer(most)}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            onBlur={(event) => {
              const typed = event.currentTarget.value;
              const read = readTyped(typed, locale);
              const figure = read.state === "figure" ? read.text : bound;
              const isValid = (parseDecimal(figure, SLIPPAGE_DECIMALS) ?? 0n) > 0n;
              const next = typed.trim() === "" ? "" : isValid ? figure : bound;
              slippageBound.set(next);
              event.currentTarget.value = next === "" ? "" : typedText(next, locale);
            }}
            className="h-6 w-16 rounded border border-line-strong bg-surface px-1.5 text-end text-xs text-ink"
          />
          %
        </span>
      </label>
      <p>{text("slippageNote", { percent: integer(most) })}</p>
    </>
  );
}
