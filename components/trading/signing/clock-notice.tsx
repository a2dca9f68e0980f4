"use client";

import { useState, useSyncExternalStore } from "react";
import { clockIsKnown, measureAgain } from "#components/data/clock-guard.ts";
import { type ClockSkew, clockSkew, onClockSkew } from "#components/data/server-clock.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";

/** Below this, clocks agree as far as a person cares. */
const SHOWN_SKEW_MS = 1_000;

/** How far this computer's clock is from the venue's, where that is worth a word, and a way to measure it again. */
export function ClockNotice() {
  const text = useText("signing");
  const { figure } = useFormat();
  const skew = useSyncExternalStore(onClockSkew, clockSkew, clockSkew);
  const [measuring, setMeasuring] = useState(false);
  const said = noticeOf(skew);
  if (said === undefined) return null;
  const measure = () => {
    setMeasuring(true);
    void measureAgain().finally(() => setMeasuring(false));
  };
  return (
    <div className="flex items-center justify-between gap-3 rounded bg-warn-soft px-3 py-2 text-xs text-warn">
      <span>
        {said.kind === "doubt"
          ? text("clockDoubt")
          : text(said.kind === "behind" ? "clockBehind" : "clockAhead", {
              seconds: figure((said.milliseconds / 1_000).toFixed(1), 1),
            })}
      </span>
      <Button size="xs" onClick={measure} aria-disabled={measuring}>
        {text(measuring ? "measuring" : "measureAgain")}
      </Button>
    </div>
  );
}

function noticeOf(skew: ClockSkew) {
  if (skew.state !== "measured" || !clockIsKnown()) return { kind: "doubt" } as const;
  const milliseconds = Math.abs(skew.skewMs);
  if (milliseconds < SHOWN_SKEW_MS) return undefined;
  return { kind: skew.skewMs > 0 ? "behind" : "ahead", milliseconds } as const;
}
