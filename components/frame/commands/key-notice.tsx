"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { KeyCaps } from "./key-caps.tsx";
import { ARMED_MS, type KeyState } from "./key-machine.ts";
import { parseKeys } from "./keys.ts";

const BOX =
  "fixed inset-x-0 bottom-28 z-[60] mx-auto w-fit max-w-[94vw] rounded-md border bg-raised px-3 py-2 text-xs shadow-xl lg:bottom-12";

type ArmedNoticeProps = { state: Extract<KeyState, { kind: "armed" }>; onDisarm: () => void };

/** The armed command and how to confirm it. */
export function ArmedNotice({ state, onDisarm }: ArmedNoticeProps) {
  const text = useText("commands");
  const { title, keys = "" } = state.command;
  return (
    <div data-testid="armed" className={`${BOX} overflow-hidden border-warn-line`}>
      <div className="flex items-center gap-3">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="font-semibold text-warn">{title}</strong>
          <span>{text("pressAgain", { keys, seconds: ARMED_MS / 1000 })}</span>
          <KeyCaps keys={keys} />
        </span>
        <Button size="xs" onPointerDown={(event) => event.stopPropagation()} onClick={onDisarm}>
          {text("disarm")} <KeyCaps keys="Escape" />
        </Button>
      </div>
      <span aria-hidden className="armed-time absolute inset-x-0 bottom-0 h-0.5 bg-warn" />
    </div>
  );
}

/** The commands that the keys so far may lead to. */
export function SequenceNotice({ state }: { state: Extract<KeyState, { kind: "sequence" }> }) {
  return (
    <div className={`${BOX} border-line-strong`}>
      <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted">
        {state.continuations.map((command) => (
          <li key={command.id} className="flex items-center gap-1.5">
            <KeyCaps
              keys={parseKeys(command.keys ?? "")
                .slice(state.strokes.length)
                .join(" ")}
            />
            {command.title}
          </li>
        ))}
      </ul>
    </div>
  );
}
