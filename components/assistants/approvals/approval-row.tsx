"use client";

import { ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { type StagedOrder } from "#components/frame/waiting/staged-order.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { orderSummary } from "#components/i18n/order-summary.ts";
import { Ago } from "#components/ui/ago.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { Countdown, useSecondsLeft, useTimeOver } from "./countdown.tsx";
import { ShortThen } from "./margin-short.tsx";
import { StateChip } from "./state-chip.tsx";

type ApprovalRowProps = {
  staged: StagedOrder;
  /** When the time of one that waits is over. */
  onOver?: (() => void) | undefined;
};

/** A proposed order in the list: what it is, who proposes it, and how it stands. The whole row leads to it. */
export function ApprovalRow({ staged, onOver }: ApprovalRowProps) {
  const text = useText("approvals");
  const isWaiting = staged.state === "waiting";
  return (
    <li className={cn(isWaiting && "rounded-md border border-accent bg-surface")}>
      <Link
        href={`/approvals/${staged.id}` as Route}
        className={cn(
          "flex items-center gap-3 p-3 hover:bg-hover",
          isWaiting ? "rounded-md p-4" : "pointer-coarse:min-h-11",
        )}
      >
        <span className="min-w-0 flex-1">
          <span
            className={cn(
              "block [overflow-wrap:anywhere]",
              isWaiting ? "text-base font-semibold" : "font-medium",
            )}
          >
            {orderSummary(staged.order)}
          </span>
          <span className="block text-xs text-ink-muted [overflow-wrap:anywhere]">
            {text("proposedBy", { name: isolated(staged.source.name) })} ·{" "}
            <Ago at={staged.created_at} />
          </span>
          <ShortThen staged={staged} className="text-xs" />
        </span>
        {isWaiting ? <Left staged={staged} onOver={onOver} /> : <StateChip state={staged.state} />}
        <ChevronRight size={15} aria-hidden className="shrink-0 text-ink-faint rtl:rotate-180" />
      </Link>
    </li>
  );
}

function Left({ staged, onOver }: ApprovalRowProps) {
  const left = useSecondsLeft(staged);
  useTimeOver(left, () => onOver?.());
  return <Countdown secondsLeft={left} />;
}
