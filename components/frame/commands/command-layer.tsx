"use client";

import { useCallback, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { useFirstKeys } from "./first-keys.ts";
import type { Shown } from "./open-commands.tsx";
import { PALETTE_COMMAND, useCommands } from "./registry.ts";

/** Keys, palette and key map of the page. If any of it fails, the page itself goes on. */
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
      title: text("openKeyMap"),
      keys: "?",
      run: open("keys"),
    },
  ]);
  return (
    <>
      {/* There before its first message: a live region that comes with its text is not read. */}
      <div ref={region} aria-live="assertive" className="contents" />
      {Layer ? <Layer shown={shown} onShow={setShown} onKeys={onKeys} region={region} /> : null}
    </>
  );
}
