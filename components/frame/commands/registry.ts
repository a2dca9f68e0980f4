"use client";

/** What can be done on this page, by name and by key: the parts that are on the screen register what they offer. */
import { useEffect, useRef, useSyncExternalStore } from "react";

export type CommandSection =
  | "market"
  | "order"
  | "position"
  | "chart"
  | "view"
  | "account"
  | "help";

export type Command = {
  /** Stable, for example `order.cancel-all`. */
  id: string;
  section: CommandSection;
  /** In the page's language. */
  title: string;
  /** Further words by which it is found. */
  keywords?: string;
  /** One key (`b`, `Shift+c`, `Mod+k`), or several in turn (`g m`). `Mod` is Control, or Command on a Mac. */
  keys?: string;
  /** It sends an order or moves money: the key arms it at first and runs it when pressed again within 3 s. */
  arms?: boolean;
  /** Why it can not run now, as a sentence. */
  unavailable?: string | undefined;
  run: () => void;
};

/** The command that opens the palette, which does not list itself. */
export const PALETTE_COMMAND = "help.commands";

let commands: ReadonlyMap<string, Command> = new Map();
const listeners = new Set<() => void>();

export function allCommands(): ReadonlyMap<string, Command> {
  return commands;
}

export function subscribeCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers these commands while the component is on the screen. `run` is always the one of the last render. */
export function useCommands(offered: readonly Command[]): void {
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  // A render that changes no name, key or state of a command makes no new registration.
  const shape = JSON.stringify(offered);
  useEffect(() => {
    const mine = (JSON.parse(shape) as Omit<Command, "run">[]).map(
      (command): Command => ({
        ...command,
        run: () => latest.current.find(({ id }) => id === command.id)?.run(),
      }),
    );
    publish([...commands.values(), ...mine]);
    return () => {
      const ids = new Set(mine.map(({ id }) => id));
      publish([...commands.values()].filter(({ id }) => !ids.has(id)));
    };
  }, [shape]);
}

const NOTHING: ReadonlyMap<string, Command> = new Map();

export function useAllCommands(): ReadonlyMap<string, Command> {
  return useSyncExternalStore(subscribeCommands, allCommands, () => NOTHING);
}

function publish(next: readonly Command[]): void {
  commands = new Map(next.map((command) => [command.id, command]));
  for (const listener of listeners) listener();
}
