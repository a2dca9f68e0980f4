import { createPreference } from "#components/data/preference.ts";

/** Whether keys without a modifier run commands. Speech input and stray fingers press them too (WCAG 2.1.4). */
export const singleKeys = createPreference("single-keys", true, (stored) =>
  typeof stored === "boolean" ? stored : undefined,
);

const RECENT = 6;

const recent = createPreference<readonly string[]>("recent-commands", [], (stored) =>
  Array.isArray(stored)
    ? stored.filter((one) => typeof one === "string").slice(0, RECENT)
    : undefined,
);

/** Ids of the commands that were last chosen in the palette, the last one first. */
export const recentCommands: Pick<typeof recent, "get"> = recent;

export function noteCommand(id: string): void {
  recent.set([id, ...recent.get().filter((one) => one !== id)].slice(0, RECENT));
}
