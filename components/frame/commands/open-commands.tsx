"use client";

import { lazy, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { allCommands, type Command, PALETTE_COMMAND } from "./command-registry.ts";
import { KeyCaps } from "./key-caps.tsx";
import { parseKeys, strokesOf } from "./keystrokes.ts";
import { areShortcutsBlocked, isMac } from "./shortcut-events.ts";
import { singleKeys } from "./shortcut-preferences.ts";
import { ARMED_MS, KeyMachine, type KeyState } from "./shortcuts.ts";

const loadPalette = () => import("./command-palette.tsx");
const Palette = lazy(loadPalette);
const KeyMap = lazy(() => import("./shortcut-help.tsx"));

/** The open overlay. */
export type Shown = "palette" | "keys" | undefined;

/** Handles a key press, and prevents its default action when it consumes it. */
export type TakeKey = (event: KeyboardEvent) => void;

export type OpenCommandsProps = {
  shown: Shown;
  onShow: (shown: Shown) => void;
  /** Registers the handler of the page's keys, which first gets the presses kept so far; `undefined` removes it. */
  onKeys: (take: TakeKey | undefined) => void;
  /** The live region for armed commands; it exists before its first message. */
  region: RefObject<HTMLElement | null>;
};

/** Keys, palette and key map; loaded with the first key that may be a shortcut. */
export default function OpenCommands({ shown, onShow, onKeys, region }: OpenCommandsProps) {
  // Keys typed while the palette loads are meant for it and are no shortcuts.
  const early = useRef<string | undefined>(undefined);
  const close = useCallback(() => {
    early.current = undefined;
    onShow(undefined);
  }, [onShow]);
  const run = useCallback((command: Command) => {
    if (command.id === PALETTE_COMMAND) early.current = "";
    runCommand(command);
  }, []);
  const takeTyped = useCallback(() => {
    const before = early.current ?? "";
    early.current = undefined;
    return before;
  }, []);
  const { state, machine } = useKeys({ early, onCancel: close, onKeys, run });
  const disarm = () => machine.current?.reset();
  return (
    <>
      {state.kind === "armed" && region.current
        ? createPortal(
            <ArmedNotice key={state.since} state={state} onDisarm={disarm} />,
            region.current,
          )
        : null}
      {state.kind === "sequence" ? <SequenceNotice state={state} /> : null}
      {shown ? (
        <LazyBoundary key={shown} onFailure={close}>
          {shown === "palette" ? (
            <Palette takeTyped={takeTyped} onClose={close} onRun={run} />
          ) : (
            <KeyMap onClose={close} />
          )}
        </LazyBoundary>
      ) : null}
    </>
  );
}

/** Runs a command, or shows why it cannot run. */
function runCommand(command: Command): void {
  if (command.unavailable === undefined) command.run();
  else notify({ tone: "neutral", text: command.title, detail: command.unavailable });
}

const IDLE: KeyState = { kind: "idle" };

type KeysOptions = Pick<OpenCommandsProps, "onKeys"> & {
  early: RefObject<string | undefined>;
  onCancel: () => void;
  run: (command: Command) => void;
};

/** Registers the handler of the page's shortcuts. */
function useKeys({ early, onCancel, onKeys, run }: KeysOptions) {
  const [state, setState] = useState<KeyState>(IDLE);
  const machine = useRef<KeyMachine | undefined>(undefined);
  useEffect(() => {
    const keys = new KeyMachine({
      commands: () => allCommands().values(),
      singleKeys: singleKeys.get,
      now: () => performance.now(),
      later: (run, delayMs) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      onState: setState,
      run,
    });
    machine.current = keys;
    const mac = isMac();
    const take: TakeKey = (event) => {
      if (early.current !== undefined) {
        if (event.key === "Escape") onCancel();
        else early.current = typed(early.current, event.key);
        event.preventDefault();
        return;
      }
      // Half of the palette's shortcut is pressed: load its code before the other half follows.
      if (event.key === (mac ? "Meta" : "Control")) void loadPalette().catch(() => undefined);
      if (event.key === "Escape") {
        if (keys.reset()) event.preventDefault();
        return;
      }
      const strokes = strokesOf(event, mac);
      if (strokes.length === 0) return;
      if (areShortcutsBlocked(event.target, event.ctrlKey || event.metaKey)) keys.reset();
      else if (keys.press(strokes)) event.preventDefault();
    };
    const forget = () => void keys.reset();
    window.addEventListener("blur", forget);
    window.addEventListener("pointerdown", forget);
    onKeys(take);
    return () => {
      onKeys(undefined);
      window.removeEventListener("blur", forget);
      window.removeEventListener("pointerdown", forget);
      keys.reset();
    };
  }, [early, onCancel, onKeys, run]);
  return { state, machine };
}

function typed(before: string, key: string): string {
  if (key === "Backspace") return before.slice(0, -1);
  return key.length === 1 ? before + key : before;
}

const BOX =
  "fixed inset-x-0 bottom-28 z-[60] mx-auto w-fit max-w-[94vw] rounded-md border bg-raised px-3 py-2 text-xs shadow-xl lg:bottom-12";

type ArmedNoticeProps = { state: Extract<KeyState, { kind: "armed" }>; onDisarm: () => void };

/** The armed command and how to confirm it. */
function ArmedNotice({ state, onDisarm }: ArmedNoticeProps) {
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
          {text("cancel")} <KeyCaps keys="Escape" />
        </Button>
      </div>
      <span aria-hidden className="armed-time absolute inset-x-0 bottom-0 h-0.5 bg-warn" />
    </div>
  );
}

/** The commands that begin with the keys pressed so far. */
function SequenceNotice({ state }: { state: Extract<KeyState, { kind: "sequence" }> }) {
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
