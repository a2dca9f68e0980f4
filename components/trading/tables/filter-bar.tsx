"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { exportHref } from "#components/trading/account-reads/csv-export-href.ts";
import type { HistoryFilter, HistoryKind } from "#components/trading/account-reads/history.ts";
import { Check } from "#components/ui/check.tsx";
import { CsvLinks } from "#components/ui/csv-links.tsx";
import type { Side } from "#lib/protocol/enumerations.ts";
import type { MarketFilter } from "./market-filter.ts";

type FilterBarProps = {
  filter: MarketFilter;
  /** Whether rows can be filtered by side. */
  sides?: boolean;
  /** Actions on all rows. */
  children?: ReactNode;
};

/** The filters of a table, and the actions on all its rows. */
export function FilterBar({ filter, sides = false, children }: FilterBarProps) {
  const text = useText("account");
  return (
    <>
      <Check label={text("showAllMarkets")} checked={filter.all} onChange={filter.setAll} />
      {sides ? <SideChoice side={filter.side} onChange={filter.setSide} /> : null}
      <span className="ms-auto flex flex-wrap items-center gap-1.5 xl:ms-0">{children}</span>
    </>
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

export function CsvLink({ kind, filter }: { kind: HistoryKind; filter?: HistoryFilter }) {
  const { sessionAddress } = useWallet();
  if (!sessionAddress) return null;
  return <CsvLinks href={exportHref(kind, sessionAddress, filter)} size="xs" />;
}
