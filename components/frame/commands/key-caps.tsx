"use client";

import { useSyncExternalStore } from "react";
import { keyCaps } from "./keystrokes.ts";
import { isMac } from "./shortcut-events.ts";

const never = () => () => undefined;

/** The keys of a command as key caps. The server does not know the keyboard and renders those of a PC. */
export function KeyCaps({ keys }: { keys: string }) {
  const mac = useSyncExternalStore(never, isMac, () => false);
  return (
    <kbd dir="ltr" className="inline-flex items-center gap-1 font-sans">
      {keyCaps(keys, mac).map((caps, index) => (
        <span key={`${index.toString()} ${caps.join("+")}`} className="inline-flex gap-0.5">
          {caps.map((cap) => (
            <span
              key={cap}
              className="min-w-4.5 rounded-sm border border-line-strong bg-surface px-1 text-center text-2xs leading-4 text-ink-muted"
            >
              {cap === "Escape" ? "Esc" : cap}
            </span>
          ))}
        </span>
      ))}
    </kbd>
  );
}
