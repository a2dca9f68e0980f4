"use client";

import { Settings } from "lucide-react";
import { lazy, useState } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const load = () => import("./settings-dialog.tsx");
const SettingsDialog = lazy(load);

/** Opens the settings dialog, whose code is loaded on hover or focus. */
export function SettingsButton() {
  const text = useText("preferences");
  const [open, setOpen] = useState(false);
  const preload = () => void load().catch(() => undefined);
  useCommands([
    { id: "view.settings", section: "view", title: text("settings"), run: () => setOpen(true) },
  ]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={text("settings")}
        className={buttonStyle({
          tone: "quiet",
          size: "icon",
          className: "shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
        })}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <Settings size={15} aria-hidden />
      </button>
      {open ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <SettingsDialog onClose={() => setOpen(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
