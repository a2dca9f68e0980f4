"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import type { LiveAccount } from "#components/trading/account-reads/live-account.ts";
import { marginState } from "#components/trading/account-reads/margin-state.ts";
import { Figure, useShare } from "#components/trading/tables/figures.tsx";
import { cn } from "#components/ui/class-names.ts";

const STYLES = {
  safe: { bar: "bg-good-strong", text: "text-good" },
  caution: { bar: "bg-warn", text: "text-warn" },
  danger: { bar: "bg-bad-strong", text: "text-bad" },
} as const;

/** The maintenance margin as a share of the equity: a bar, a number, and a word. */
export function MarginMeter({ account }: { account: LiveAccount }) {
  const text = useText("account");
  const share = useShare();
  const state = marginState(account);
  if (state === undefined) return <span className="text-ink-muted">—</span>;
  const { maintenancePpm } = account;
  const style = STYLES[state];
  // A float is exact enough for a bar of 64 px; the number beside it is exact.
  const percent =
    maintenancePpm === undefined ? 100 : Math.min(100, Number(maintenancePpm) / 10_000);
  return (
    <span className="inline-flex items-center gap-1.5" title={text("maintenanceHelp")}>
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers paint their own colours into a meter element
        role="meter"
        aria-label={text("maintenance")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={`${Math.round(percent)}%, ${text(state)}`}
        className="h-1.5 w-12 overflow-hidden rounded-sm bg-line"
      >
        <span className={cn("block h-full", style.bar)} style={{ width: `${percent}%` }} />
      </span>
      <span className={style.text}>
        <Figure>{maintenancePpm === undefined ? "≥ 100%" : share(maintenancePpm, 1)}</Figure>
        {state === "safe" ? null : <span className="text-2xs"> {text(state)}</span>}
      </span>
    </span>
  );
}
