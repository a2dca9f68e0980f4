/** The usage of a key for its owner. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, eq, gte } from "drizzle-orm";
import { keyUsage } from "#lib/machines/schema/keys.ts";
import { database } from "#lib/platform/db/client.ts";
import type { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";
import { dayOf } from "./usage-day.ts";

const SHOWN_DAYS = 30;

/** The last 30 days, oldest first. The caller has checked that the key belongs to the reader. */
export async function usageDays(keyId: string, now: number): Promise<KeyUsageDays> {
  const days = Array.from({ length: SHOWN_DAYS }, (_, index) => ({
    day: dayOf(now - (SHOWN_DAYS - 1 - index) * DAY_MS),
    outcomes: {} as Record<string, number>,
  }));
  const db = await database();
  const rows = await db
    .select()
    .from(keyUsage)
    .where(and(eq(keyUsage.keyId, keyId), gte(keyUsage.day, days[0]?.day ?? "")));
  const byDay = new Map(days.map((one) => [one.day, one.outcomes]));
  for (const { day, outcome, count } of rows) {
    const outcomes = byDay.get(day);
    if (outcomes !== undefined) outcomes[outcome] = count;
  }
  return { days };
}
