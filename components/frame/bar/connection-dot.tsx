"use client";

import { useEffect } from "react";
import { followNetwork, reachability } from "#components/data/reachability.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useStore } from "#components/ui/use-store.ts";

/** Whether the service answers, on pages without a stream. */
export function ConnectionDot() {
  const text = useText("appBar");
  const reachable = useStore(reachability);
  useEffect(followNetwork, []);
  return (
    <output
      title={text(reachable ? "onlineHelp" : "offlineHelp")}
      className={cn(
        "flex h-6 items-center gap-1.5 rounded px-1.5 text-2xs whitespace-nowrap",
        reachable ? "text-ink-muted" : "bg-warn-soft text-warn",
      )}
    >
      <span
        aria-hidden
        className={cn("h-1.5 w-1.5 rounded-full", reachable ? "bg-good" : "bg-warn")}
      />
      <span className={reachable ? "max-sm:sr-only" : undefined}>
        {text(reachable ? "online" : "offline")}
      </span>
    </output>
  );
}
