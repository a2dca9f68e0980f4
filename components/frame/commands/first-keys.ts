"use client";

import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import { keysAreTaken } from "./keyboard.ts";
import { leaveField } from "./leave-field.ts";
import type { OpenCommandsProps, TakeKey } from "./open-commands.tsx";
import { allCommands } from "./registry.ts";

const load = () => import("./open-commands.tsx");

/**
 * The page's one listener for keys. What they mean is loaded with the first of them, or when the pointer first moves;
 * presses that come before it are held and handed over in their order.
 */
export function useFirstKeys(onFailure: () => void) {
  const [Layer, setLayer] = useState<ComponentType<OpenCommandsProps>>();
  const take = useRef<TakeKey | undefined>(undefined);
  const held = useRef<KeyboardEvent[]>([]);
  const need = useCallback(() => {
    load().then(
      (loaded) => setLayer(() => loaded.default),
      () => {
        held.current = [];
        notify({ tone: "bad", text: clientText("ui")("loadFailed") });
        onFailure();
      },
    );
  }, [onFailure]);
  const onKeys = useCallback((next: TakeKey | undefined) => {
    take.current = next;
    if (next) for (const event of held.current.splice(0)) next(event);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A key that is held down neither confirms nor runs anything again.
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (take.current) take.current(event);
      else if (hold(held.current, event)) need();
      else preload();
    };
    // Capturing: an Escape that disarms does nothing else, such as closing the ticket below.
    window.addEventListener("keydown", onKey, { capture: true });
    window.addEventListener("keydown", leaveField);
    window.addEventListener("pointermove", preload, { once: true });
    return () => {
      window.removeEventListener("keydown", onKey, { capture: true });
      window.removeEventListener("keydown", leaveField);
      window.removeEventListener("pointermove", preload);
    };
  }, [need]);
  return { Layer, need, onKeys };
}

function preload(): void {
  void load().catch(() => undefined);
}

/** Keeps a press that may be a shortcut, and keeps it from the browser when it is one. */
function hold(held: KeyboardEvent[], event: KeyboardEvent): boolean {
  const modified = event.ctrlKey || event.metaKey;
  // After the palette's keys, what is typed is meant for it, wherever the focus is.
  const forPalette = held.some((one) => one.defaultPrevented && (one.ctrlKey || one.metaKey));
  if (!forPalette && keysAreTaken(event.target, modified)) return false;
  const pressed = `${modified ? "mod+" : ""}${event.key.toLowerCase()}`;
  const begins = [...allCommands().values()].some(
    ({ keys = "" }) => keys.toLowerCase().split(" ")[0] === pressed,
  );
  if (forPalette || begins) event.preventDefault();
  held.push(event);
  return true;
}
