"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  isKeyRefusal,
  isSessionRefusal,
  isTriedAgain,
  ReadFailure,
  refreshAccount,
} from "#components/trading/account-reads/account-store.ts";
import { useReadiness, useUnreadReason } from "#components/trading/readiness/readiness.ts";
import { Button } from "#components/ui/button.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { NoUpdate } from "./no-update.tsx";
import { SignInNotice } from "./sign-in-notice.tsx";

type TableStateProps<Row> = {
  query: {
    data: readonly Row[] | undefined;
    isError: boolean;
    isPending: boolean;
    error?: Error | null;
    /** When the reads began to fail, Unix milliseconds. */
    failingSince?: number | undefined;
    /** Replaces the retry of the account's reads. */
    tryAgain?: () => void;
  };
  /** Shown when there are no rows. */
  empty: string;
  /** True when there may be rows although none were read. */
  hasMore?: boolean;
  children: (rows: readonly Row[], stale: boolean) => ReactNode;
};

/** The states of an account table: signed out, loading, failed, empty, full. */
export function TableState<Row>({ query, empty, hasMore = false, children }: TableStateProps<Row>) {
  const text = useText("account");
  const readiness = useReadiness();
  const unreadReason = useUnreadReason();
  const failure = useFailureText(query.error);
  if (readiness === "no-wallet" || readiness === "signed-out") return <SignInNotice />;
  if (query.data === undefined && isKeyFailure(query.error))
    return <Notice title={text("enableToSee")} />;
  if (query.data === undefined && query.isError)
    return <Unread what={failure} error={query.error} tryAgain={query.tryAgain} />;
  if (readiness === "unreadable" && query.data === undefined)
    return <Unread what={text("accountUnreadable")} error={unreadReason} />;
  if (query.data === undefined) return <Loading label={text("loading")} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      {query.isError ? (
        <output className="shrink-0 border-b border-warn-line bg-warn-soft px-3 py-1 text-2xs text-warn">
          {failure}{" "}
          {query.failingSince === undefined ? (
            text("rowsAreOld")
          ) : (
            <NoUpdate since={query.failingSince} />
          )}
        </output>
      ) : null}
      <div className="min-h-0 flex-1">
        {query.data.length === 0 && !hasMore ? (
          <Notice title={empty} />
        ) : (
          children(query.data, query.isError)
        )}
      </div>
    </div>
  );
}

type UnreadProps = { what: string; error: unknown; tryAgain?: (() => void) | undefined };

/** What could not be read, whether it is retried, and a button that retries now. */
function Unread({ what, error, tryAgain = readAccountAgain }: UnreadProps) {
  const text = useText("account");
  return (
    <Notice title={isTriedAgain(error) ? `${what} ${text("tryingAgain")}` : what}>
      <Button size="xs" onClick={tryAgain}>
        {text("tryAgain")}
      </Button>
    </Notice>
  );
}

/** Refused, because this account cannot be read before trading is enabled. */
function isKeyFailure(error: Error | null | undefined): boolean {
  return error instanceof ReadFailure && isKeyRefusal(error.code);
}

function readAccountAgain(): void {
  void refreshAccount();
}

/** The reason of a failed read, where known. */
function useFailureText(error: Error | null | undefined): string {
  const text = useText("account");
  const code = error instanceof ReadFailure ? error.code : "";
  if (code === "VENUE_TIMEOUT" || code === "VENUE_UNREACHABLE") return text("venueSilent");
  if (code === "NETWORK") return text("siteSilent");
  if (code === "RATE_LIMITED") return text("tooManyReads");
  return text(isSessionRefusal(code) ? "notSignedInAnyMore" : "unreadable");
}
