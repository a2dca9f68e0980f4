"use client";

/** The commands of this page, by name and by key. Each part of the page registers its own while it is on the screen. */
import { useEffect, useRef } from "react";
import { createStore } from "#components/ui/store.ts";
import { useStore } from "#components/ui/use-store.ts";

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
  /** Further search words. */
  keywords?: string;
  /** One key (`b`, `Shift+c`, `Mod+k`), or several in turn (`g m`). `Mod` is Control, or Command on a Mac. */
  keys?: string;
  /** It sends an order or moves funds: its key arms it, and runs it when pressed again within 3 s. */
  arms?: boolean;
  /** Why it cannot run now, as a sentence. */
  unavailable?: string | undefined;
  run: () => void;
};

/** The command that opens the palette, which does not list itself. */
export const PALETTE_COMMAND = "help.commands";

const commands = createStore<ReadonlyMap<string, Command>>(new Map());

export const { get: allCommands, subscribe: subscribeCommands } = commands;

/** Offers these commands while the component is on the screen. `run` is always the one of the last render. */
export function useCommands(offered: readonly Command[]): void {
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  // Registers anew only when a name, key or state of a command changes.
  const shape = JSON.stringify(offered);
  useEffect(() => {
    const mine = (JSON.parse(shape) as Omit<Command, "run">[]).map(
      (command): Command => ({
        ...command,
        run: () => latest.current.find(({ id }) => id === command.id)?.run(),
      }),
    );
    publish([...commands.get().values(), ...mine]);
    return () => {
      const ids = new Set(mine.map(({ id }) => id));
      publish([...commands.get().values()].filter(({ id }) => !ids.has(id)));
    };
  }, [shape]);
}

export function useAllCommands(): ReadonlyMap<string, Command> {
  return useStore(commands);
}

function publish(next: readonly Command[]): void {
  commands.set(new Map(next.map((command) => [command.id, command])));
}
