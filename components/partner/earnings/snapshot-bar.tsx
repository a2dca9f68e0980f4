"use client";

import { Check, Pin, RefreshCw, ShieldCheck, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { copyText } from "#components/ui/copy-text.ts";
import { SimulatedBadge } from "#components/ui/simulated-badge.tsx";
import { isSameSnapshot } from "./shown-reads.ts";
import { useSnapshot } from "./snapshot-context.ts";
import { useDateTimes } from "./use-date-times.ts";
import type { LiveSummary } from "./use-live-summary.ts";
import { usePartnerView } from "./use-partner-view.ts";
import { useVerify, type VerifyState } from "./use-verify.ts";
import type { Difference } from "./verify.ts";

type SnapshotBarProps = {
  summary: Pick<LiveSummary, "isStale" | "error" | "loading" | "refresh">;
  isSimulated: boolean;
};

const TOUCH = "pointer-coarse:min-h-11 pointer-coarse:min-w-11";

/** The snapshot that the page shows, and the button that verifies it. */
export function SnapshotBar({ summary, isSimulated }: SnapshotBarProps) {
  const text = useText("partner");
  const { view } = usePartnerView();
  const { state, run } = useVerify();
  const isRunning = state.kind === "running";
  return (
    <div className="flex flex-col gap-2 rounded-md border bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Moment
          isStale={summary.isStale}
          isAway={summary.error !== undefined}
          isPinned={view.pin !== undefined}
        />
        <div className="flex flex-1 flex-wrap items-center gap-2 max-sm:basis-full">
          {isSimulated ? (
            <SimulatedBadge
              align="start"
              className="pointer-coarse:min-h-11 pointer-coarse:border-transparent pointer-coarse:bg-transparent"
            />
          ) : null}
          <span className="flex-1" />
          <Moving loading={summary.loading} refresh={summary.refresh} />
          <Button
            className={TOUCH}
            aria-disabled={isRunning}
            onClick={() => {
              if (!isRunning) run();
            }}
          >
            <ShieldCheck size={14} aria-hidden />
            {text(isRunning ? "verifying" : "verify")}
          </Button>
        </div>
      </div>
      <VerifyResult state={state} />
    </div>
  );
}

/** Buttons that move the page to another snapshot. */
function Moving({ loading, refresh }: Pick<LiveSummary, "loading" | "refresh">) {
  const text = useText("partner");
  const { view, change, open } = usePartnerView();
  const { at } = useSnapshot();
  if (view.pin !== undefined) {
    return (
      <Button className={TOUCH} onClick={() => change({ pin: undefined })}>
        {text("goLive")}
      </Button>
    );
  }
  return (
    <>
      <Button
        tone="quiet"
        className={TOUCH}
        title={text("refreshHint")}
        aria-disabled={loading}
        onClick={refresh}
      >
        <RefreshCw size={14} aria-hidden className={cn(loading && "animate-spin")} />
        {text("refresh")}
      </Button>
      <Button
        tone="quiet"
        className={TOUCH}
        title={text("pinHint")}
        onClick={() => {
          open({ pin: at });
          void copyText(window.location.href, text("pinned"));
        }}
      >
        <Pin size={14} aria-hidden /> {text("pin")}
      </Button>
    </>
  );
}

type MomentProps = {
  isStale: boolean;
  /** The last poll failed. */
  isAway: boolean;
  isPinned: boolean;
};

function Moment({ isStale, isAway, isPinned }: MomentProps) {
  const text = useText("partner");
  const { integer } = useFormat();
  const { moment } = useDateTimes();
  const { at, tz, hasZone, reads } = useSnapshot();
  const shown = useSyncExternalStore(reads.follow, reads.all, reads.all);
  const isWhole = shown.every(({ answer }) => isSameSnapshot(answer, at));
  const followed = isAway ? "away" : isWhole ? "live" : "updating";
  const state = isStale ? "stale" : isPinned ? "pinned" : followed;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1" data-snapshot={state}>
      <span aria-hidden className={cn("size-2 shrink-0 rounded-full", DOT[state])} />
      <span>
        <time dateTime={at.as_of} title={`${at.as_of} (${tz})`}>
          {text("asOf", { time: moment(at.as_of), zone: hasZone ? tz : "…" })}
        </time>
      </span>
      <span className={cn("text-xs", isStale ? "font-medium text-warn" : "text-ink-muted")}>
        {text(`state_${state}`)}
      </span>
      <span className="text-xs text-ink-faint" data-figure="ledger_seq" data-exact={at.ledger_seq}>
        {text("ledger", { seq: integer(at.ledger_seq) })}
      </span>
    </p>
  );
}

const DOT = {
  live: "bg-good",
  updating: "bg-accent animate-pulse",
  pinned: "bg-accent",
  away: "bg-warn",
  stale: "bg-warn",
} as const;

/** No more differences are listed; a single one is a defect. */
const MAX_NAMED = 10;

/** Progress and result of the verification. */
function VerifyResult({ state }: { state: VerifyState }) {
  const text = useText("partner");
  const { time } = useDateTimes();
  return (
    <output className="empty:hidden">
      {state.kind === "running" ? (
        <div className="flex flex-col gap-1.5">
          <p className="text-xs text-ink-muted">
            {text("verifyProgress", { done: state.done, of: state.of })}
          </p>
          <div aria-hidden className="h-1 overflow-hidden rounded-full bg-raised">
            <div
              className="h-full bg-accent-strong transition-[inline-size]"
              style={{ inlineSize: `${(100 * state.done) / Math.max(1, state.of)}%` }}
            />
          </div>
        </div>
      ) : null}
      {state.kind === "failed" ? (
        <p className="text-xs text-warn">
          {text("verifyFailed")} {state.reason}
        </p>
      ) : null}
      {state.kind === "done" && state.found.differences.length === 0 ? (
        <p className="flex items-start gap-1.5 text-xs text-good" data-verify="agree">
          <Check size={14} aria-hidden className="mt-px shrink-0" />
          {text("verifyAgrees", {
            count: state.found.agreed,
            time: time(state.at.as_of),
            seq: state.at.ledger_seq,
          })}
        </p>
      ) : null}
      {state.kind === "done" && state.found.differences.length > 0 ? (
        <Differences differences={state.found.differences} />
      ) : null}
    </output>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const text = useText("partner");
  return (
    <div
      data-verify="differ"
      className="flex flex-col gap-2 rounded border border-bad bg-bad-soft p-3 text-xs"
    >
      <p className="flex items-start gap-1.5 text-sm font-medium">
        <TriangleAlert size={16} aria-hidden className="mt-px shrink-0 text-bad" />
        {text("verifyDiffers", { count: differences.length })}
      </p>
      <ul dir="ltr" className="flex flex-col gap-1">
        {differences.slice(0, MAX_NAMED).map(({ at, shown, answered }) => (
          <li key={at} className="[overflow-wrap:anywhere]">
            <code>{at}</code>: {shown} ≠ {answered}
          </li>
        ))}
      </ul>
    </div>
  );
}
