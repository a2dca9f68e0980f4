"use client";

import { Trash2, TrendingDown, TrendingUp } from "lucide-react";
import { useState } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import type { PriceAlert } from "#lib/protocol/wire/price-alerts.ts";
import { removeAlert, switchAlert } from "./alert-actions.ts";

const ITEM = "h-6 px-2 text-2xs pointer-coarse:h-11 pointer-coarse:min-w-11";

/** One alert of the dialog: what it waits for, how often it fires, and its end. */
export function AlertRow({ alert }: { alert: PriceAlert }) {
  const text = useText("priceAlerts");
  const locale = useLocale();
  const { grouped } = useFormat();
  const [busy, setBusy] = useState(false);
  const { market, direction, mode, note, armed } = alert;
  const price = grouped(alert.price);
  const Direction = direction === "above" ? TrendingUp : TrendingDown;
  const once = async (act: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    await act().finally(() => setBusy(false));
  };
  return (
    <li aria-busy={busy} className="flex items-center gap-2 border-b py-2 last:border-b-0">
      <Direction size={15} aria-hidden className="shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          <bdi className="text-ink-muted">{market}</bdi>{" "}
          <bdi className="font-medium tabular-nums">{price}</bdi>
        </p>
        <p className="text-2xs text-ink-muted">{text(armed ? direction : "waiting")}</p>
        {note === null ? null : (
          <p dir="auto" className="truncate text-2xs text-ink-muted" title={note}>
            {note}
          </p>
        )}
      </div>
      <ToggleGroup
        label={text("onceOrAgain", { market, price })}
        value={mode}
        options={[
          { value: "once", label: text("once") },
          { value: "again", label: text("againShort") },
        ]}
        onChange={(next) => void once(() => switchAlert(alert, next))}
        itemClassName={ITEM}
      />
      <button
        type="button"
        aria-label={text("deleteOf", { market, price })}
        title={text("delete")}
        className={cn(
          buttonStyle({ tone: "quiet", size: "icon" }),
          "shrink-0 pointer-coarse:size-11",
        )}
        onClick={() => void once(() => removeAlert(alert, locale))}
      >
        <Trash2 size={14} aria-hidden />
      </button>
    </li>
  );
}
