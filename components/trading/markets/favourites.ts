/** The starred markets, stored in this browser. */
import { createPreference } from "#components/data/preference.ts";

/** The limit of stars. */
const MAX_FAVOURITES = 200;
const SYMBOL = /^[A-Za-z0-9._-]{1,32}$/;

export const favourites = createPreference<readonly string[]>(
  "favourite-markets",
  [],
  parseFavourites,
);

export function toggleFavourite(symbol: string): void {
  favourites.set(toggled(favourites.get(), symbol));
}

/** Adds the symbol at the end, or removes it. */
export function toggled(list: readonly string[], symbol: string): readonly string[] {
  if (list.includes(symbol)) return list.filter((one) => one !== symbol);
  return [...list, symbol].slice(-MAX_FAVOURITES);
}

/** @returns each symbol once, without anything that cannot be one */
export function parseFavourites(stored: unknown): readonly string[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const symbols = stored.filter(
    (one): one is string => typeof one === "string" && SYMBOL.test(one),
  );
  return [...new Set(symbols)].slice(-MAX_FAVOURITES);
}
