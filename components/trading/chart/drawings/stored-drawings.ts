/** Whether drawings are stored, for the page that loads their code only then. */
import { createPreference } from "#components/data/preference.ts";

export function storedName(market: string): string {
  return `drawings.${market}`;
}

export function hasDrawings(market: string): boolean {
  return createPreference(storedName(market), false, isSome).get();
}

function isSome(stored: unknown): boolean {
  return Array.isArray(stored) && stored.length > 0;
}
