"use client";

import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { EmptyState } from "#components/ui/section.tsx";
import type { KnownMove } from "#lib/protocol/wire/catalysts.ts";

/** Shown for an instant at which the service had not noticed the move. */
export function MoveNotKnownYet({ now }: { now: KnownMove }) {
  const text = useText("catalysts");
  const instant = useInstant();
  const noticed = now.revisions[0]?.recorded_at ?? now.move.opened_at;
  return (
    <div data-explanation="unknown">
      <EmptyState title={text("moveNotKnownYet")}>
        {text("moveNotKnownYetDetail", { time: isolated(instant(noticed)) })}
      </EmptyState>
    </div>
  );
}
