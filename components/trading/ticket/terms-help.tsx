"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { isTriggerType } from "#lib/protocol/orders/orders.ts";
import type { TermsConflict } from "#lib/protocol/orders/rules.ts";
import { type OrderDraft, postOnlyObstacle, timeInForceObstacle } from "./draft.ts";

const TIMES_IN_FORCE = ["GTC", "IOC", "FOK"] as const;
const ALWAYS = [
  "helpGTC",
  "helpIOC",
  "helpFOK",
  "helpPostOnly",
  "helpReduceOnly",
  "helpLeverage",
] as const;

/** The ticket's terms in plain words. */
export default function TermsHelp({ id, draft }: { id: string; draft: OrderDraft }) {
  const text = useText("ticket");
  const refusals = useText("venueErrors");
  const { integer } = useFormat();
  const percent = integer(useMarket().price_band_ratio / 10_000);
  return (
    <ul
      id={id}
      className="flex flex-col gap-1 rounded border bg-raised p-2 text-2xs text-ink-muted"
    >
      {obstaclesOf(draft).map((key) => (
        <li key={key} className="text-ink">
          {refusals(`${key}_detail`)}
        </li>
      ))}
      {isTriggerType(draft.type) ? <li>{text("helpTrigger", { percent })}</li> : null}
      {ALWAYS.map((key) => (
        <li key={key}>{text(key)}</li>
      ))}
    </ul>
  );
}

/** Why some choices are disabled. */
function obstaclesOf(draft: OrderDraft): TermsConflict[] {
  const times = TIMES_IN_FORCE.map((value) => timeInForceObstacle(draft, value));
  const all = [...times, postOnlyObstacle(draft)];
  return [...new Set(all.filter((one) => one !== undefined))];
}
