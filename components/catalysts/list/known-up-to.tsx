"use client";

import { useEffect, useState } from "react";
import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { isolated } from "#components/ui/isolated-text.ts";

/** The service moves the time on every two seconds, even when nothing happens. */
const STANDS_STILL_MS = 60_000;

/**
 * The time up to which the service has read. The warning depends on whether this time advances,
 * because this computer's clock may be wrong.
 */
export function KnownUpTo({ at }: { at: string }) {
  const text = useText("catalysts");
  const instant = useInstant();
  const [stoodStill, setStoodStill] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStoodStill(at), STANDS_STILL_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const isOld = stoodStill === at;
  const time = isolated(instant(at));
  return (
    <span data-known-up-to={isOld ? "old" : "now"} className="text-2xs text-ink-faint">
      {isOld ? null : text("knownUpTo", { time })}
      <output className="text-warn">{isOld ? text("standsStill", { time }) : null}</output>
    </span>
  );
}
