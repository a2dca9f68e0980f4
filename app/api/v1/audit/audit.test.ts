/** The audit log as its owner reads it, page by page. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newWallet, startTime, time, Visitor } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { newBrowser } from "#lib/pushes/testing/browser.ts";

let db: AccountTables["db"];
let close: AccountTables["close"];
beforeAll(async () => {
  ({ db, close } = await openAccountTables());
});
afterAll(async () => {
  setHttpRuntime();
  await close();
});
beforeEach(startTime);

type Entry = { id: string; action: string; at: string; details: { index?: number } };
type Page = { entries: Entry[]; next: string | null };

async function signedIn(): Promise<{ visitor: Visitor; userId: string }> {
  const visitor = new Visitor();
  await visitor.signIn(newWallet());
  return { visitor, userId: (await visitor.who()).user?.id ?? "" };
}

/** Rows with future times, three at each. */
async function fill(userId: string, rows: number): Promise<void> {
  const begin = Date.now() + 60_000;
  for (let index = 0; index < rows; index += 1) {
    await recordAudit(db, {
      now: begin + Math.floor(index / 3),
      userId,
      actor: { kind: "service" },
      action: "mcp_key.reminded",
      details: { index },
    });
  }
}

describe("reading", () => {
  it("returns each row once, newest first, in the order of the events even when many share a time", async () => {
    const { visitor, userId } = await signedIn();
    await fill(userId, 30);
    const seen: Page["entries"] = [];
    let path = "/api/v1/audit?limit=7";
    for (let pages = 0; pages < 20; pages += 1) {
      const { entries, next } = (await visitor.get(path)).body as Page;
      seen.push(...entries);
      if (next === null) break;
      expect(entries).toHaveLength(7);
      path = `/api/v1/audit?limit=7&cursor=${next}`;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(32);
    expect(seen).toHaveLength(32);
    const order = seen.slice(0, 30).map(({ details }) => details.index);
    expect(order).toEqual(order.map((_, index) => 29 - index));
    expect(seen.slice(30).map(({ action }) => action)).toEqual([
      "session.opened",
      "account.created",
    ]);
  });

  it("returns the rows of a span, page by page, with its first moment and without its last", async () => {
    const { visitor, userId } = await signedIn();
    await fill(userId, 12);
    const all = (await visitor.get("/api/v1/audit")).body as Page;
    const at = (index: number) =>
      all.entries.find(({ details }) => details.index === index)?.at ?? "";
    const span = `from=${at(3)}&to=${encodeURIComponent(at(9).replace("Z", "+00:00"))}`;
    const seen: (number | undefined)[] = [];
    let cursor = "";
    do {
      const { body } = await visitor.get(`/api/v1/audit?limit=4&${span}${cursor}`);
      const { entries, next } = body as Page;
      seen.push(...entries.map(({ details }) => details.index));
      cursor = next === null ? "" : `&cursor=${next}`;
    } while (cursor !== "");
    expect(seen).toEqual([8, 7, 6, 5, 4, 3]);
  });

  it("has no next page when the page ends with the last row", async () => {
    const { visitor } = await signedIn();
    const { entries, next } = (await visitor.get("/api/v1/audit?limit=2")).body as Page;
    expect(entries.map(({ action }) => action)).toEqual(["session.opened", "account.created"]);
    expect(next).toBeNull();
  });

  it("shows no one the rows of others, whatever the cursor", async () => {
    const { userId } = await signedIn();
    await fill(userId, 3);
    const { visitor } = await signedIn();
    await fill(userId, 1);
    const rows = await db.select().from(TABLES.auditLog);
    const newest = rows.filter((row) => row.userId === userId).at(-1);
    const { body } = await visitor.get(`/api/v1/audit?cursor=${newest?.id}`);
    expect(body).toEqual({ entries: [], next: null });
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=1.5",
    "limit=x",
    "cursor=x",
    "cursor=aud_x",
    "from=x",
    "to=1",
    "a=b",
  ])("refuses %s", async (query) => {
    const { visitor } = await signedIn();
    expect((await visitor.get(`/api/v1/audit?${query}`)).status).toBe(400);
  });

  it("requires a session", async () => {
    expect((await new Visitor().get("/api/v1/audit")).status).toBe(401);
    const { visitor } = await signedIn();
    time.aheadMs = 24 * 3_600_000;
    expect((await visitor.get("/api/v1/audit")).status).toBe(401);
  });
});

describe("what a person chose", () => {
  const ignored = new Set(["session.opened", "account.created"]);
  const actions = async (visitor: Visitor) => {
    const { entries } = (await visitor.get("/api/v1/audit")).body as Page;
    return entries.map(({ action }) => action).filter((action) => !ignored.has(action));
  };

  it("has the browsers that get pushes, also one that leaves for another account", async () => {
    const BROWSERS = "/api/v1/notifications/subscriptions";
    const [{ visitor: ada }, { visitor: eve }] = [await signedIn(), await signedIn()];
    const terms = { locale: "en", time_zone: "UTC" };
    const browser = { ...terms, endpoint: "https://push.example/a", keys: newBrowser().keys };
    await ada.post(BROWSERS, browser);
    // A page offers the same subscription again.
    await ada.post(BROWSERS, browser);
    expect(await actions(ada)).toEqual(["push_browser.added"]);
    const { body } = await eve.post(BROWSERS, browser);
    expect(await actions(ada)).toEqual(["push_browser.removed", "push_browser.added"]);
    await eve.delete(`${BROWSERS}/${(body as { id: string }).id}`);
    expect(await actions(eve)).toEqual(["push_browser.removed", "push_browser.added"]);
  });

  it("has pushes, tags, links, labels and mails", async () => {
    const { visitor } = await signedIn();
    const PARTNER = "/api/v1/partner";
    const choices = { off: [], quiet: null, time_zone: "UTC" };
    const answers = [
      await visitor.put("/api/v1/notifications/preferences", choices),
      await visitor.put("/api/v1/highlights/tags", { muted: [], pinned: ["BTC"] }),
      await visitor.post(PARTNER, { code: "has-choices" }),
      await visitor.patch(PARTNER, { mail_notices: false }),
      await visitor.patch(PARTNER, { mail_notices: false }),
      await visitor.patch(PARTNER, { mail_notices: true }),
      await visitor.post(`${PARTNER}/links`, { name: "Letter", code: "the-letter" }),
      await visitor.patch(`${PARTNER}/links/the-letter`, { name: "The letter" }),
    ];
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await actions(visitor)).toReversed()).toEqual([
      "push_preferences.changed",
      "highlight_tags.changed",
      "partner.joined",
      "partner.mails_stopped",
      "partner.mails_started",
      "partner.link_created",
      "partner.link_renamed",
    ]);
  });
});
