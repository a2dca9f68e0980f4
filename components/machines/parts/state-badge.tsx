"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { KeyState } from "#lib/protocol/key-state.ts";

const STYLE: Record<KeyState, string> = {
  active: "border-line-strong text-good",
  expiring: "border-warn-line bg-warn-soft text-warn",
  expired: "border-line-strong text-ink-muted",
  revoked: "border-line-strong text-bad",
};

/** The state of a key as a word, never by colour alone. */
export function StateBadge({ state }: { state: KeyState }) {
  const text = useText("keys");
  return (
    <span
      className={cn(
        "inline-flex items-center rounded border px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap",
        STYLE[state],
      )}
    >
      {text(`state_${state}`)}
    </span>
  );
}
