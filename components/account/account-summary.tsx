"use client";

import { directionClass, money } from "#components/format.ts";
import { AgeNote } from "#components/market-stream/age-note.tsx";
import { useNotCurrent } from "#components/market-stream/use-freshness.ts";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { directionOf } from "./live-account.ts";
import { useAccount } from "./queries.ts";
import { useReadiness } from "./readiness.ts";
import { useLiveAccount } from "./use-live-account.ts";

/** The account in four figures: settled by the venue, with the profit at the live mark. */
export function AccountSummary() {
  const readiness = useReadiness();
  const unread = useAccount().isError;
  const notCurrent = useNotCurrent();
  const account = useLiveAccount();
  return (
    <>
      <h2 className="flex h-9 shrink-0 items-center gap-2 border-b px-3 text-xs font-medium">
        Account
        {account ? <AgeNote /> : null}
      </h2>
      {readiness === "loading" ? <Loading label="Loading the account" rows={4} /> : null}
      {account && unread ? <LastRead /> : null}
      {account?.liquidating ? <Liquidating /> : null}
      {account ? (
        <dl
          className={`grid grid-cols-2 gap-y-1.5 p-3 text-xs ${notCurrent || unread ? "not-current" : ""}`}
        >
          <Row label="Equity" value={money(account.equity)} strong />
          <Row label="Free collateral" value={money(account.free)} />
          <Row label="Margin used" value={money(account.margin)} />
          <Row
            label="Unrealised PnL"
            value={profit(account.unrealizedPnl)}
            tone={directionClass(directionOf(account.unrealizedPnl))}
          />
        </dl>
      ) : readiness === "loading" ? null : (
        <Notice title={signedOutText(readiness)} />
      )}
    </>
  );
}

/** The same in one line, for screens that have no room for the panel. */
export function AccountStrip() {
  const account = useLiveAccount();
  const unread = useAccount().isError;
  const notCurrent = useNotCurrent();
  if (!account) return null;
  const figures = [
    ["Equity", money(account.equity), ""],
    ["Free", money(account.free), ""],
    ["Margin", money(account.margin), ""],
    ["PnL", profit(account.unrealizedPnl), directionClass(directionOf(account.unrealizedPnl))],
  ] as const;
  return (
    <section aria-label="Account figures" className="bg-surface lg:hidden">
      {unread ? <LastRead /> : null}
      {account.liquidating ? <Liquidating /> : null}
      <dl
        className={`grid grid-cols-4 gap-2 px-3 py-2 ${notCurrent || unread ? "not-current" : ""}`}
      >
        {figures.map(([name, value, tone]) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs leading-3.5 text-ink-faint">{name}</dt>
            <dd className={`truncate text-xs ${tone}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Liquidating() {
  return (
    <p role="alert" className="bg-warn-soft px-3 py-1 text-2xs text-warn">
      Below maintenance margin: the venue is closing positions. Reduce them or deposit.
    </p>
  );
}

function LastRead() {
  return (
    <output className="bg-warn-soft px-3 py-1 text-2xs text-warn">
      These figures are from the last successful read.
    </output>
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

/** Profit with its sign. */
export function profit(scaled: bigint): string {
  return `${directionOf(scaled) > 0 ? "+" : ""}${money(scaled)}`;
}

function signedOutText(readiness: string): string {
  if (readiness === "not-enabled") return "Enable trading to see your account.";
  if (readiness === "unreadable") return "The account could not be read. Trying again.";
  return "Sign in to see your account.";
}
