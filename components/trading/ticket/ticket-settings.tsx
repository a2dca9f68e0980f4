"use client";

import { askPolicy } from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { readTyped, typedText } from "./typed-figure.ts";

/** Settings of the review before an order is sent. */
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
      <label className="flex items-center gap-2">
        <input
          type="radio"
          name={id}
          className="accent-(--accent-strong)"
          checked={policy.mode === "always"}
          onChange={() => choose("always")}
        />
        {text("askAlways")}
      </label>
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
    </fieldset>
  );
}
