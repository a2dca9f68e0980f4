/** A stack starts the app while its pages are still being built. Everything but the pages runs meanwhile. */
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const OPTION = "--build-marker=";
const LOOK_EVERY_MS = 50;

/** Resolves when the build has written the file that this process waits for; at once when it waits for none. */
export async function awaitBuild(options: readonly string[]): Promise<void> {
  const marker = options.find((option) => option.startsWith(OPTION))?.slice(OPTION.length);
  while (marker !== undefined && !existsSync(marker)) await sleep(LOOK_EVERY_MS);
}

/** The option of a process that waits for the file `marker`. */
export function buildMarkerOption(marker: string): string {
  return OPTION + marker;
}
