"use client";

import { lazy, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { KeyMachine, type KeyState } from "./key-machine.ts";
import { ArmedNotice, SequenceNotice } from "./key-notice.tsx";
import { singleKeys } from "./key-preferences.ts";
import { isMac, keysAreTaken } from "./keyboard.ts";
import { strokesOf } from "./keys.ts";
import { allCommands, type Command, PALETTE_COMMAND } from "./registry.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = lazy(loadPalette);
const KeyMap = lazy(() => import("./key-map.tsx"));

/** What is over the page. */
export type Shown = "palette" | "keys" | undefined;

/** Takes a press of a key; what it uses up does nothing else. */
export type TakeKey = (event: KeyboardEvent) => void;

export type OpenCommandsProps = {
  shown: Shown;
  onShow: (shown: Shown) => void;
  /** Takes over the page's keys and is handed those that came before, in their order; `undefined` gives them back. */
  onKeys: (take: TakeKey | undefined) => void;
  /** The live region for what a key has begun: it is there before its first message. */
  region: RefObject<HTMLElement | null>;
};

/** Keys, palette and key map, from the first key on that may mean something. */
export default function OpenCommands({ shown, onShow, onKeys, region }: OpenCommandsProps) {
  // What is typed while the palette is on its way is meant for it, and no shortcut.
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

/** Runs a command, or says why it can not. */
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

/** What the page's one listener for shortcuts does with them. */
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
      // The palette's key is half pressed: its code is there when the other half follows.
      if (event.key === (mac ? "Meta" : "Control")) void loadPalette().catch(() => undefined);
      if (event.key === "Escape") {
        if (keys.reset()) event.preventDefault();
        return;
      }
      const strokes = strokesOf(event, mac);
      if (strokes.length === 0) return;
      if (keysAreTaken(event.target, event.ctrlKey || event.metaKey)) keys.reset();
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
