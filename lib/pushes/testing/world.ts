/** Accounts, releases and minutes for tests of pushes. */
import type { Database } from "#lib/platform/db/client.ts";
import { calendarItems } from "#lib/platform/db/schema/calendar.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import { markBarHeads, markBars } from "#lib/platform/db/schema/market-data.ts";
import { pushPreferences, pushSubscriptions } from "#lib/platform/db/schema/pushes.ts";
import { newId } from "#lib/platform/ids.ts";
import type { CalendarItemRow } from "#lib/pushes/rules/calendar.ts";
import { newBrowser, type TestBrowser } from "./browser.ts";

const MINUTE_MS = 60_000;

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

/** Stores closed minutes that follow each other, with the head behind them. */
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
