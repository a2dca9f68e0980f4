/** Accounts, releases and minutes for tests of pushes. */

import { calendarItems } from "#lib/catalysts/schema/calendar.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { CalendarItemRow } from "#lib/pushes/rules/calendar.ts";
import { pushSubscriptions } from "#lib/pushes/schema/pushes.ts";
import { markBarHeads, markBars } from "#lib/trading/schema/market-data.ts";
import { newBrowser, type TestBrowser } from "./browser.ts";

export async function addUser(
  db: Database,
  choices?: Partial<Omit<typeof pushPreferences.$inferInsert, "userId">>,
): Promise<string> {
  const id = newId("usr");
  await db.insert(users).values({ id, createdAt: new Date(0) });
  if (choices) {
    await db.insert(pushPreferences).values({ userId: id, off: [], timeZone: "UTC", ...choices });
  }
  return id;
}

export async function addSubscription(
  db: Database,
  userId: string,
  row: Partial<typeof pushSubscriptions.$inferInsert> = {},
): Promise<{ id: string; browser: TestBrowser }> {
  const browser = newBrowser();
  const id = newId("psub");
  const endpoint = `https://push.example/${id}`;
  const rest = { locale: "en", agent: "a browser", createdAt: 0, failures: 0 };
  await db
    .insert(pushSubscriptions)
    .values({ id, userId, endpoint, ...browser.keys, ...rest, ...row });
  return { id, browser };
}

export function calendarItem(row: Partial<CalendarItemRow> & { id: string }): CalendarItemRow {
  return {
    revision: 1,
    recordedAt: new Date(0),
    releasedAt: null,
    kind: "cpi",
    title: "CPI m/m",
    country: "US",
    scheduledAt: 0,
    precision: "minute",
    period: row.id,
    unit: "%",
    forecast: "0.3",
    previous: "0.2",
    revisedPrevious: null,
    actual: null,
    surprise: null,
    surpriseZ: null,
    status: "scheduled",
    source: "test",
    url: null,
    simulated: false,
    ...row,
  };
}

export async function putItem(db: Database, item: CalendarItemRow): Promise<void> {
  await db
    .insert(calendarItems)
    .values(item)
    .onConflictDoUpdate({ target: calendarItems.id, set: item });
}

/** Stores consecutive closed minutes, and the head after them. */
export async function putMinutes(
  db: Database,
  market: string,
  { start, closes, filled = false }: { start: number; closes: readonly string[]; filled?: boolean },
): Promise<void> {
  const end = start + closes.length * MINUTE_MS;
  const head = { openSecond: end, openBars: {}, markAt: end, fillId: 0, fillAt: 0 };
  await db
    .insert(markBarHeads)
    .values({ market, ...head })
    .onConflictDoUpdate({ target: markBarHeads.market, set: head });
  if (closes.length === 0) return;
  await db.insert(markBars).values(
    closes.map((close, index) => ({
      market,
      interval: "1m",
      start: start + index * MINUTE_MS,
      open: close,
      high: close,
      low: close,
      close,
      volume: "0",
      trades: 0,
      filled,
    })),
  );
}
