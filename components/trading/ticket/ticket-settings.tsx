"use client";

import { NumberSetting } from "#components/frame/preferences/number-setting.tsx";
import {
  askPolicy,
  askShare,
  closesAtOnce,
  slippageBound,
} from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";

const PERCENT_DECIMALS = 2;

/** Settings of the review before an order is sent, and of market orders. */
export default function TicketSettings({ id }: { id: string }) {
  const text = useText("ticket");
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
        <NumberSetting
          label={text("askLimit")}
          value={policy.limit}
          onChange={(limit) => askPolicy.set({ ...policy, limit })}
          decimals={MONEY_DECIMALS}
          className="w-20"
        />
        USDC
      </div>
      <label className="flex flex-wrap items-center gap-2">
        {text("askShare")}
        <span className="flex items-center gap-1">
          <NumberSetting
            value={useStore(askShare)}
            onChange={askShare.set}
            decimals={PERCENT_DECIMALS}
            whenEmpty="—"
            className="w-16"
          />
          %
        </span>
      </label>
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
  const { integer } = useFormat();
  const market = useMarket();
  const most = market.price_band_ratio / 10_000;
  return (
    <>
      <label className="mt-1 flex items-center justify-between gap-2 border-t pt-2 font-medium text-ink">
        {text("slippageTitle")}
        <span className="flex items-center gap-1 font-normal">
          <NumberSetting
            value={useStore(slippageBound)}
            onChange={slippageBound.set}
            decimals={PERCENT_DECIMALS}
            whenEmpty={integer(most)}
            className="w-16"
          />
          %
        </span>
      </label>
      <p>{text("slippageNote", { percent: integer(most) })}</p>
    </>
  );
}
