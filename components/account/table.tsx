"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import { isSessionRefusal, ReadFailure } from "./queries.ts";
import { useReadiness } from "./readiness.ts";

export type Column = { name: string; align?: "left" | "right"; hidden?: boolean };

type TableProps = { label: string; columns: readonly Column[]; children: ReactNode };

/** A dense table that scrolls inside its panel; the header stays. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <table aria-label={label} className="w-full min-w-max border-collapse text-xs">
      <thead className="sticky top-0 z-[1] bg-surface">
        <tr>
          {columns.map((column, index) => (
            <th
              key={column.name}
              scope="col"
              className={cn(
                "h-7 border-b px-3 text-2xs font-normal whitespace-nowrap text-ink-faint",
                column.align === "right" || (index > 0 && column.align !== "left")
                  ? "text-right"
                  : "text-left",
              )}
            >
              {column.hidden ? <span className="sr-only">{column.name}</span> : column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type CellProps = { children: ReactNode; align?: "left" | "right"; className?: string | undefined };

export function Cell({ children, align = "right", className }: CellProps) {
  return (
    <td
      className={cn(
        "h-8 border-b px-3 whitespace-nowrap",
        align === "right" ? "text-right" : "text-left",
        className,
      )}
    >
      {children}
    </td>
  );
}

type TableStateProps<Row> = {
  query: {
    data: readonly Row[] | undefined;
    isError: boolean;
    isPending: boolean;
    error?: Error | null;
  };
  /** What to say when there are no rows. */
  empty: string;
  /** True when there is something to show although the read gave no rows. */
  hasMore?: boolean;
  children: (rows: readonly Row[], stale: boolean) => ReactNode;
};

/** Signed out, loading, failed, empty or full: what a table of account data can be. */
export function TableState<Row>({ query, empty, hasMore = false, children }: TableStateProps<Row>) {
  const readiness = useReadiness();
  if (readiness === "no-wallet" || readiness === "signed-out") {
    return <SignInNotice />;
  }
  if (readiness === "not-enabled") return <Notice title="Enable trading to see this." />;
  if (query.data === undefined && query.isError) {
    return <Notice title={`${failureText(query.error)} Trying again every 2 s.`} />;
  }
  if (readiness === "unreadable" && query.data === undefined) {
    return <Notice title="Your account could not be read." />;
  }
  if (query.data === undefined) return <Loading label="Loading" />;
  if (query.data.length === 0 && !hasMore) return <Notice title={empty} />;
  return (
    <>
      {query.isError ? (
        <output className="border-b border-warn-line bg-warn-soft px-3 py-1 text-2xs text-warn">
          {failureText(query.error)} These rows are from the last successful read.
        </output>
      ) : null}
      {children(query.data, query.isError)}
    </>
  );
}

function SignInNotice() {
  const { connected, busy, signInWithWallet } = useWallet();
  return (
    <Notice title="Sign in with your wallet to see this.">
      <Button size="sm" aria-disabled={busy !== undefined} onClick={() => void signInWithWallet()}>
        {connected ? "Sign in" : "Connect wallet"}
      </Button>
    </Notice>
  );
}

/** What kept the rows from being read, as far as it is known. */
function failureText(error: Error | null | undefined): string {
  const code = error instanceof ReadFailure ? error.code : "";
  if (code === "VENUE_TIMEOUT" || code === "VENUE_UNREACHABLE") return "The venue does not answer.";
  if (code === "NETWORK") return "This site does not answer.";
  if (isSessionRefusal(code)) return "This account is not signed in any more.";
  return "This could not be read.";
}
