/**
 * The inbox of an account: the notices of all domains in one list, which only the owner can read
 * and mark as read.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newWallet, startTime, Visitor } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { newId } from "#lib/kernel/ids.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { NotificationPage } from "#lib/protocol/wire/notification.ts";

const INBOX = "/api/v1/notifications";
const AT = Date.UTC(2026, 4, 1);

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

async function person() {
  const visitor = new Visitor();
  await visitor.signIn(newWallet());
  const userId = (await visitor.who()).user?.id ?? "";
  const addNotice = async (type: string, at: number) => {
    const id = newId("ntc");
    const data = { order: "BUY 1 BTCUSDC MARKET", error: null };
    const row = { id, userId, dedupKey: id, type, at, createdAt: at, data, wantsMail: false };
    await db.insert(TABLES.inboxNotices).values(row);
    return id;
  };
  const read = async (query = "") => {
    const { status, body } = await visitor.get(`${INBOX}${query}`);
    expect(status).toBe(200);
    return NotificationPage.parse(body);
  };
  return { visitor, addNotice, read };
}

it("lists the notices of all domains, the newest first, a page at a time", async () => {
  const ada = await person();
  expect(await ada.read()).toEqual({ results: [], unread: 0, next: null });
  const older = await ada.addNotice("partner.level_up", AT);
  const newer = await ada.addNotice("agentic.executed", AT + 1);
  const { results, unread, next } = await ada.read();
  expect([results.map(({ id }) => id), unread, next]).toEqual([[newer, older], 2, null]);
  expect(results[0]).toEqual({
    id: newer,
    type: "agentic.executed",
    at: new Date(AT + 1).toISOString(),
    data: { order: "BUY 1 BTCUSDC MARKET", error: null },
    read_at: null,
  });
  for (let more = 2; more < 55; more += 1) await ada.addNotice("agentic.refused", AT + more);
  const first = await ada.read();
  expect(first.results).toHaveLength(50);
  const second = await ada.read(`?cursor=${first.next}`);
  expect(second.results.at(-1)?.id).toBe(older);
  expect([second.results.length, second.next]).toEqual([5, null]);
});

it("marks a notice and the older ones as read, and none of another account", async () => {
  const [ada, eve] = [await person(), await person()];
  const first = await ada.addNotice("partner.level_up", AT);
  await ada.addNotice("agentic.executed", AT + 1);
  const refused = await eve.visitor.post(`${INBOX}/read`, { up_to: first });
  expect([refused.status, refused.body]).toMatchObject([404, { error: "NOTICE_NOT_FOUND" }]);
  expect(await eve.read(`?cursor=${first}`)).toMatchObject({ results: [] });
  expect((await ada.visitor.post(`${INBOX}/read`, { up_to: first })).status).toBe(204);
  expect((await ada.read()).unread).toBe(1);
});

it("needs a session and a well-formed query", async () => {
  const stranger = new Visitor();
  expect((await stranger.get(INBOX)).status).toBe(401);
  expect((await stranger.post(`${INBOX}/read`, { up_to: "ntc_1" })).status).toBe(401);
  const { visitor } = await person();
  expect((await visitor.get(`${INBOX}?cursor=7`)).status).toBe(400);
  expect((await visitor.post(`${INBOX}/read`, {})).status).toBe(400);
});
