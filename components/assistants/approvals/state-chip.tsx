"use client";

import type { StagedOrder } from "#components/frame/waiting/staged-order.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";

const TONE: Readonly<Record<StagedOrder["state"], string>> = {
  waiting: "bg-accent-soft text-accent",
  sending: "bg-accent-soft text-accent",
  placed: "bg-raised text-good",
  refused: "bg-raised text-bad",
  unknown: "bg-warn-soft text-warn",
  declined: "bg-raised text-ink-muted",
  withdrawn: "bg-raised text-ink-muted",
  expired: "bg-raised text-ink-muted",
};

export function StateChip({ state }: Pick<StagedOrder, "state">) {
  const text = useText("approvals");
  return (
    <span
      className={cn("rounded px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap", TONE[state])}
    >
      {text(`state_${state}`)}
    </span>
  );
}
