"use client";

import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { notify } from "#components/ui/notify.ts";
import { allCommands, PALETTE_COMMAND, useCommands } from "./command-registry.ts";
import { leaveField } from "./leave-field.ts";
import type { OpenCommandsProps, Shown, TakeKey } from "./open-commands.tsx";
import { areShortcutsBlocked } from "./shortcut-events.ts";

/** Keys, palette and key map of the page. A failure in them does not affect the page. */
export function CommandLayer() {
  const text = useText("commands");
  return (
    <Isolated label={text("commands")}>
      <Commands />
    </Isolated>
  );
}

function Commands() {
  const text = useText("commands");
  const [shown, setShown] = useState<Shown>();
  const region = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setShown(undefined), []);
  const { Layer, need, onKeys } = useFirstKeys(close);
  const open = (what: Shown) => () => {
    setShown(what);
    need();
  };
  useCommands([
    {
      id: PALETTE_COMMAND,
      section: "help",
      title: text("openPalette"),
      keys: "Mod+k",
      run: open("palette"),
    },
    {
      id: "help.keys",
      section: "help",
      title: text("allShortcuts"),
      keys: "?",
      run: open("keys"),
    },
  ]);
  return (
    <>
      {/* Rendered before its first message: screen readers skip a live region that appears with its text. */}
      <div ref={region} aria-live="assertive" className="contents" />
      {Layer ? <Layer shown={shown} onShow={setShown} onKeys={onKeys} region={region} /> : null}
    </>
  );
}

const load = () => import("./open-commands.tsx");

/**
 * The page's one key listener. The code that handles keys is loaded with the first key or pointer movement; earlier
 * presses are kept and handled in order.
 */
function useFirstKeys(onFailure: () => void) {
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
      // A repeated press of a held key neither confirms nor runs anything.
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (take.current) take.current(event);
      else if (hold(held.current, event)) need();
      else preload();
    };
    // Capturing, so that an Escape that disarms a command does not also close the ticket.
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

/** Keeps a press that may be a shortcut, and prevents the browser's own action when it is one. */
function hold(held: KeyboardEvent[], event: KeyboardEvent): boolean {
  const modified = event.ctrlKey || event.metaKey;
  // After the palette's shortcut, typed keys belong to the palette, wherever the focus is.
  const forPalette = held.some((one) => one.defaultPrevented && (one.ctrlKey || one.metaKey));
  if (!forPalette && areShortcutsBlocked(event.target, modified)) return false;
  const pressed = `${modified ? "mod+" : ""}${event.key.toLowerCase()}`;
  const begins = [...allCommands().values()].some(
    ({ keys = "" }) => keys.toLowerCase().split(" ")[0] === pressed,
  );
  if (forPalette || begins) event.preventDefault();
  held.push(event);
  return true;
}
