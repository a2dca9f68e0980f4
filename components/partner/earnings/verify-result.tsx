"use client";

import { Check, TriangleAlert } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useMoments } from "./use-moment.ts";
import type { VerifyState } from "./use-verify.ts";
import type { Difference } from "./verify.ts";

/** As many differences are named; one is a defect already. */
const MOST_NAMED = 10;

/** How far a check is, and what it found. */
export function VerifyResult({ state }: { state: VerifyState }) {
  const text = useText("partner");
  const { time } = useMoments();
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
        {differences.slice(0, MOST_NAMED).map(({ at, shown, answered }) => (
          <li key={at} className="[overflow-wrap:anywhere]">
            <code>{at}</code>: {shown} ≠ {answered}
          </li>
        ))}
      </ul>
    </div>
  );
}
