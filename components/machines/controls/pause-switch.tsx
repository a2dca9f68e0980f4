"use client";

import { Pause, Play } from "lucide-react";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { AssistantPause } from "#lib/protocol/wire/assistant-controls.ts";
import { PAUSE } from "./controls.ts";

/**
 * Stops all programs that act for the user, and lets them continue.
 * @param onlyPaused shows nothing unless they are paused
 */
export function PauseSwitch({ onlyPaused = false }: { onlyPaused?: boolean }) {
  const text = useText("assistantControls");
  const { data, change } = useResource<AssistantPause>(PAUSE);
  const { run, pending, error } = useAction((paused: boolean) =>
    write<AssistantPause>("PUT", PAUSE, { paused }),
  );
  if (data === undefined) return null;
  const { paused_at: since } = data;
  const isPaused = since !== null;
  if (onlyPaused && !isPaused) return null;
  const toggle = async () => {
    const answer = await run(!isPaused);
    if (answer?.ok === true) change(() => answer.body);
  };
  const Icon = isPaused ? Play : Pause;
  return (
    <section
      aria-label={text("pauseTitle")}
      className={cn(
        "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border p-4",
        isPaused ? "border-warn-line bg-warn-soft" : "bg-surface",
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-sm font-semibold">{text(isPaused ? "pausedTitle" : "pauseTitle")}</h2>
        <p className="text-xs text-ink-muted">{text(isPaused ? "pausedText" : "pauseText")}</p>
        {since === null ? null : (
          <p className="flex flex-wrap gap-x-1.5 text-xs">
            {text("pausedSince")} <Ago at={since} exact />
          </p>
        )}
        <ActionFailure error={error} />
      </div>
      <Button
        size="md"
        className="pointer-coarse:min-h-11"
        aria-disabled={pending}
        onClick={() => {
          if (!pending) void toggle();
        }}
      >
        <Icon size={14} aria-hidden />
        {text(isPaused ? "resume" : "pause")}
      </Button>
    </section>
  );
}
