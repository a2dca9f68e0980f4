"use client";

import { ChevronDown } from "lucide-react";
import { lazy, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { loadAttached } from "./attached-rules.ts";
import { NOTHING_ATTACHED } from "./draft.ts";
import { useTicket } from "./ticket-context.tsx";
import type { OrderCheck } from "./use-order-check.ts";

const load = async () => {
  const [editor] = await Promise.all([import("./attached-editor.tsx"), loadAttached()]);
  return editor;
};
const AttachedEditor = lazy(load);

/** Take profit and stop loss of the order; folded until somebody wants one. */
export function AttachedSection({ check }: { check: OrderCheck }) {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  const [open, setOpen] = useState(false);
  const set = draft.takeProfit.text !== "" || draft.stopLoss.text !== "";
  // What would be sent with the order is never out of sight.
  const shown = open || set;
  return (
    <div className="flex flex-col gap-1.5">
      <button
        type="button"
        aria-expanded={shown}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => {
          if (shown) change({ takeProfit: NOTHING_ATTACHED, stopLoss: NOTHING_ATTACHED });
          setOpen(!shown);
        }}
        className="flex h-6 items-center justify-between rounded text-xs text-ink-muted hover:text-ink max-lg:h-8"
      >
        {text("attached")}
        <ChevronDown
          size={14}
          aria-hidden
          className={cn("transition-transform", shown && "rotate-180")}
        />
      </button>
      {shown ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <AttachedEditor check={check} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}
