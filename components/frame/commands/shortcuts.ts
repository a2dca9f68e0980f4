/**
 * A keystroke runs a command, begins a sequence, or arms a command that sends an order. This code depends on neither page
 * nor clock, so its rules can be tested alone.
 */

import type { Command } from "./command-registry.ts";
import { hasModifier, parseKeys } from "./keystrokes.ts";

/** How long a command stays armed. */
export const ARMED_MS = 3_000;
/** How long a sequence waits for its next key. */
const SEQUENCE_MS = 2_000;
/** A worn key bounces: its second press comes sooner than a finger can press twice. */
const BOUNCE_MS = 80;

export type KeyState =
  | { kind: "idle" }
  /** Keys of a sequence so far, and what may follow. */
  | { kind: "sequence"; strokes: readonly string[]; continuations: readonly Command[] }
  | { kind: "armed"; command: Command; since: number };

export type KeyMachineOptions = {
  commands: () => Iterable<Command>;
  /** False: only shortcuts with a modifier work. */
  singleKeys: () => boolean;
  now: () => number;
  /** Calls back once after the delay; returns a function that cancels it. */
  later: (run: () => void, delayMs: number) => () => void;
  onState: (state: KeyState) => void;
  run: (command: Command) => void;
};

const IDLE: KeyState = { kind: "idle" };

export class KeyMachine {
  readonly #options: KeyMachineOptions;
  #state: KeyState = IDLE;
  #stop: (() => void) | undefined;

  constructor(options: KeyMachineOptions) {
    this.#options = options;
  }

  get state(): KeyState {
    return this.#state;
  }

  /** Handles a stroke with its other readings (see `strokesOf`). True when the stroke was consumed. */
  press(readings: readonly string[]): boolean {
    const before = this.#state;
    const begun = before.kind === "sequence" ? before.strokes : [];
    const { command, continuations, strokes } = this.#find(begun, readings);
    if (before.kind === "armed" && command?.id === before.command.id) {
      return this.#confirm(before, command);
    }
    this.reset();
    if (command) this.#start(command);
    else if (continuations.length > 0) this.#wait(strokes, continuations);
    // The key after the first one of a sequence is consumed, even when no command matches.
    return command !== undefined || continuations.length > 0 || begun.length > 0;
  }

  /** Disarms, and ends a begun sequence. True when there was one. */
  reset(): boolean {
    if (this.#state.kind === "idle") return false;
    this.#become(IDLE);
    return true;
  }

  #confirm(armed: Extract<KeyState, { kind: "armed" }>, command: Command): boolean {
    const since = this.#options.now() - armed.since;
    if (since < BOUNCE_MS) return true;
    this.reset();
    // A timer may be seconds late on a busy page, so the clock decides. The title must be the one that was confirmed:
    // with another market on the screen the same command does something else.
    if (since > ARMED_MS || command.title !== armed.command.title) this.#start(command);
    else this.#options.run(command);
    return true;
  }

  #start(command: Command): void {
    if (!command.arms || command.unavailable !== undefined) {
      this.#options.run(command);
      return;
    }
    this.#become({ kind: "armed", command, since: this.#options.now() }, ARMED_MS);
  }

  #wait(strokes: readonly string[], continuations: readonly Command[]): void {
    this.#become({ kind: "sequence", strokes, continuations }, SEQUENCE_MS);
  }

  #become(state: KeyState, forMs?: number): void {
    this.#stop?.();
    this.#stop = forMs === undefined ? undefined : this.#options.later(() => this.reset(), forMs);
    this.#state = state;
    this.#options.onState(state);
  }

  /** The command with these keys, else the commands that begin with them, by the first reading that matches. */
  #find(begun: readonly string[], readings: readonly string[]): Found {
    for (const reading of readings) {
      const strokes = [...begun, reading];
      const continuations: Command[] = [];
      for (const command of this.#options.commands()) {
        const keys = command.keys === undefined ? [] : parseKeys(command.keys);
        if (!this.#options.singleKeys() && !keys.every(hasModifier)) continue;
        if (!strokes.every((one, index) => one === keys[index])) continue;
        if (keys.length === strokes.length) return { command, continuations: [], strokes };
        continuations.push(command);
      }
      if (continuations.length > 0) return { command: undefined, continuations, strokes };
    }
    return { command: undefined, continuations: [], strokes: [] };
  }
}

type Found = {
  command: Command | undefined;
  continuations: readonly Command[];
  strokes: readonly string[];
};
