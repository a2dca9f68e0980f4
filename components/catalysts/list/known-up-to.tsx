"use client";

import { useEffect, useState } from "react";
import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { useCatalystText } from "#components/catalysts/texts.tsx";
import { isolated } from "#components/ui/isolated-text.ts";

/** The service goes on every half second, also when nothing happens. */
const STANDS_STILL_MS = 60_000;

/** Up to when the service has read. It is judged by whether it goes on, because this computer's clock may be wrong. */
export function KnownUpTo({ at }: { at: string }) {
  const text = useCatalystText();
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
