/** Keys that were rotated: the old one works for some hours beside its successor. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { MachineKey } from "./key-kind.ts";

export type Listed<Key> = {
  key: Key;
  /** A live key of the list has replaced it. */
  isReplaced: boolean;
};

/** The keys in their order, but each replaced one directly after its successor. `keys`: live ones. */
export function inPairs<Key extends Pick<MachineKey, "id"> & { replaces?: string | null }>(
  keys: readonly Key[],
): Listed<Key>[] {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const replaced = new Set(keys.map(({ replaces }) => replaces));
  const listed: Listed<Key>[] = [];
  for (const key of keys.filter(({ id }) => !replaced.has(id))) {
    let next: Key | undefined = key;
    while (next !== undefined) {
      listed.push({ key: next, isReplaced: next !== key });
      // Each key is listed once, although two keys may replace the same one.
      byId.delete(next.id);
      next = byId.get(next.replaces ?? "");
    }
  }
  return listed;
}

/** A time within the next days in words of the locale (BCP 47): `tomorrow`, `14:05`. Both are of the reader's zone. */
export function describeSoon(
  at: number,
  now: number,
  locale: string,
): { day: string; time: string } {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS);
  const time = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return {
    day: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day"),
    time: time.format(at),
  };
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
