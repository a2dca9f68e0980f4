"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { PageMessages } from "#components/i18n/sources.ts";
import { lazyModule } from "#components/ui/lazy-module.ts";
import { useLoaded } from "#components/ui/use-store.ts";

const strip = lazyModule(() => import("./highlight-strip.tsx"));
/**
 * A reader who never touches the page gets the live strip after this time. That is early enough,
 * because cards last for hours.
 */
const LATER_MS = 60_000;
const ACTIVITY = ["pointermove", "pointerdown", "keydown"] as const;

type HighlightSlotProps = {
  messages: Pick<PageMessages, "highlights">;
  isOpen: boolean;
  /** Nothing happened lately: then a phone gives the row to the chart, for as long as the page is shown. */
  isEmpty?: boolean;
  children: ReactNode;
};

const load = () => void strip.load().catch(() => undefined);

/**
 * Shows the strip that the server rendered until the live one is loaded: at the reader's first
 * movement or key, or after a while.
 */
export function HighlightSlot({ children, isEmpty = false, ...given }: HighlightSlotProps) {
  const Strip = useLoaded(strip)?.HighlightStrip;
  const [pressed, setPressed] = useState("");
  const [isReady, setReady] = useState(false);
  const isLoaded = Strip !== undefined;
  useEffect(() => {
    if (isLoaded) return undefined;
    const timer = setTimeout(load, LATER_MS);
    for (const kind of ACTIVITY) window.addEventListener(kind, load);
    return () => {
      clearTimeout(timer);
      for (const kind of ACTIVITY) window.removeEventListener(kind, load);
    };
  }, [isLoaded]);
  return (
    <div className={isEmpty ? "contents max-lg:hidden" : "contents"}>
      {isReady ? null : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- remembers presses of the buttons inside
        <div
          className="contents"
          onClick={({ target }) => setPressed((target as Element).closest("button")?.name ?? "")}
        >
          {children}
        </div>
      )}
      {Strip ? <Strip {...given} pressed={pressed} onReady={setReady} /> : null}
    </div>
  );
}
