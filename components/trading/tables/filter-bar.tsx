"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { exportHref } from "#components/trading/account-state/export-href.ts";
import type { HistoryFilter, HistoryKind } from "#components/trading/account-state/history.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import type { Side } from "#lib/protocol/enumerations.ts";
import type { MarketFilter } from "./market-filter.ts";

type FilterBarProps = {
  filter: MarketFilter;
  /** Whether rows can be filtered by side. */
  sides?: boolean;
  hidden?: boolean;
  /** Actions on all rows. */
  children?: ReactNode;
};

/** The filters of a table, and the actions on all its rows. */
export function FilterBar({ filter, sides = false, hidden = false, children }: FilterBarProps) {
  const text = useText("account");
  if (hidden) return null;
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1">
      <Check label={text("showAllMarkets")} checked={filter.all} onChange={filter.setAll} />
      {sides ? <SideChoice side={filter.side} onChange={filter.setSide} /> : null}
      <span className="ms-auto flex flex-wrap items-center gap-1.5">{children}</span>
    </div>
  );
}

type SideChoiceProps = { side: Side | undefined; onChange: (side: Side | undefined) => void };

export function SideChoice({ side, onChange }: SideChoiceProps) {
  const text = useText("account");
  return (
    <select
      aria-label={text("side")}
      className="h-6 rounded border border-line-strong bg-raised px-1 text-2xs max-lg:h-7"
      value={side ?? ""}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange(value === "BUY" || value === "SELL" ? value : undefined);
      }}
    >
      <option value="">{text("bothSides")}</option>
      <option value="BUY">{text("buy")}</option>
      <option value="SELL">{text("sell")}</option>
    </select>
  );
}

/** A link, so that the browser itself saves the file and reports a broken download. */
export function CsvLink({ kind, filter }: { kind: HistoryKind; filter?: HistoryFilter }) {
  const text = useText("account");
  const { sessionAddress } = useWallet();
  if (!sessionAddress) return null;
  return (
    <a
      href={exportHref(kind, sessionAddress, filter)}
      download
      className={buttonStyle({ size: "xs" })}
      title={text("csvHelp")}
    >
      <Download size={12} aria-hidden />
      {text("csv")}
    </a>
  );
}
