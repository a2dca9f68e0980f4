"use client";

import { direction, directionClass, figure, signedFigure } from "#components/format.ts";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { useAccount } from "./queries.ts";
import { useReadiness } from "./readiness.ts";

/** The account in five figures, as the venue states them. */
export function AccountSummary() {
  const readiness = useReadiness();
  const account = useAccount();
  return (
    <>
      <h2 className="flex h-9 shrink-0 items-center border-b px-3 text-xs font-medium">Account</h2>
      {readiness === "loading" ? <Loading label="Loading the account" rows={4} /> : null}
      {account.data && account.isError ? (
        <output className="bg-warn-soft px-3 py-1 text-2xs text-warn">
          These figures are from the last successful read.
        </output>
      ) : null}
      {account.data ? (
        <dl className="grid grid-cols-2 gap-y-1.5 p-3 text-xs">
          <Row label="Equity" value={figure(account.data.account_value, 2)} strong />
          <Row label="Free collateral" value={figure(account.data.free_collateral, 2)} />
          <Row label="Margin used" value={figure(account.data.initial_margin, 2)} />
          <Row
            label="Unrealised PnL"
            value={signedFigure(account.data.unrealized_pnl, 2)}
            tone={directionClass(direction(account.data.unrealized_pnl))}
          />
        </dl>
      ) : readiness === "loading" ? null : (
        <Notice title={signedOutText(readiness)} />
      )}
    </>
  );
}

function Row({
  label,
  value,
  tone,
  strong,
}: {
  label: string;
  value: string;
  tone?: string;
  strong?: boolean;
}) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className={`text-right ${tone ?? ""} ${strong ? "font-semibold" : ""}`}>
        {value} <span className="text-2xs text-ink-faint">USDC</span>
      </dd>
    </>
  );
}

function signedOutText(readiness: string): string {
  if (readiness === "not-enabled") return "Enable trading to see your account.";
  if (readiness === "unreadable") return "The account could not be read. Trying again.";
  return "Sign in to see your account.";
}
