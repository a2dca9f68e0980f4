/** The list of notices, page by page, and what counts as read. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePartner, makeUser, type TestPartner } from "#lib/partner/partner.testing.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { NoticePage } from "#lib/protocol/wire/partner.ts";
import { markNoticesRead } from "./mark-notices-read.ts";
import { notifyPartner } from "./notices.testing.ts";
import { NoticesQuery, readNotices } from "./read-notices.ts";

const NOW = Date.UTC(2026, 4, 1);

let db: Database;
let partner: TestPartner;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(() => db.$client.end());
beforeEach(async () => {
  partner = await makePartner(db, `code-${Math.random().toString(36).slice(2, 10)}`);
});

/** A notice at that time; its level identifies it. */
const notify = (of: TestPartner, at: number, level: number): Promise<string> =>
  notifyPartner(db, of.actor.userId, { at, data: { from: 1, to: level, share_percent: 12 } });

async function list(of: TestPartner, query: Record<string, string> = {}) {
  const page = await readNotices({
    ctx: { actor: of.actor },
    input: { query: NoticesQuery.parse(query) },
  });
  expect(NoticePage.safeParse(page).error).toBeUndefined();
  return page;
}

const levelsOf = (page: Awaited<ReturnType<typeof list>>) =>
  page.results.map(({ data }) => data["to"]);
const read = (of: TestPartner, id: string, now = NOW) =>
  markNoticesRead({ ctx: { actor: of.actor, now }, input: { body: { up_to: id } } });

test("notices come newest first, those of one millisecond in the order of telling, whatever the pages", async () => {
  await notify(partner, NOW - 5, 2);
  await notify(partner, NOW, 3);
  await notify(partner, NOW, 4);
  await notify(partner, NOW, 5);
  // Written last, of an earlier event.
  await notify(partner, NOW - 9, 6);
  const all = [5, 4, 3, 2, 6];
  expect(levelsOf(await list(partner))).toEqual(all);
  expect((await list(partner)).next).toBeNull();
  for (const limit of ["1", "2", "4"]) {
    const seen = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await list(partner, { limit, ...(cursor && { cursor }) });
      expect(page.unread).toBe(5);
      seen.push(...levelsOf(page));
      cursor = page.next;
    }
    expect(seen).toEqual(all);
  }
});

test("marking one as read marks the older ones with it, once", async () => {
  await notify(partner, NOW - 9, 2);
  const second = await notify(partner, NOW - 8, 3);
  await notify(partner, NOW - 8, 4);
  await read(partner, second);
  expect((await list(partner)).unread).toBe(1);
  const [newest] = (await list(partner)).results;
  expect(newest?.read_at).toBeNull();
  await read(partner, newest?.id ?? "", NOW + 60_000);
  const { results, unread } = await list(partner);
  expect(unread).toBe(0);
  const [at, later] = [new Date(NOW).toISOString(), new Date(NOW + 60_000).toISOString()];
  expect(results.map(({ read_at }) => read_at)).toEqual([later, at, at]);
});

test("notices of another partner are not there, not as a place in the list and not to be marked", async () => {
  const other = await makePartner(db, `other-${partner.code}`.slice(0, 24));
  const theirs = await notify(other, NOW, 2);
  await notify(partner, NOW - 1, 3);
  expect(levelsOf(await list(partner))).toEqual([3]);
  expect(await list(partner, { cursor: theirs })).toMatchObject({ results: [], next: null });
  const refused = { code: "NOTICE_NOT_FOUND", status: 404 };
  await expect(read(partner, theirs)).rejects.toMatchObject(refused);
  await expect(read(partner, "ntc_ffffffffffffffffffffffff")).rejects.toMatchObject(refused);
  expect((await list(other)).unread).toBe(1);
  expect((await list(partner)).unread).toBe(1);
});

test("who has not joined has no notices to read or to mark", async () => {
  const actor = await makeUser(db, `nobody-${partner.code}`);
  const stranger = { ...partner, actor };
  const refused = { code: "NOT_A_PARTNER" };
  await expect(list(stranger)).rejects.toMatchObject(refused);
  await expect(read(stranger, "ntc_ffffffffffffffffffffffff")).rejects.toMatchObject(refused);
});

test("the language of the page that asks is kept, and stays when none is said", async () => {
  const locale = async () =>
    (await db.select().from(partners).where(eq(partners.id, partner.id)))[0]?.locale;
  const call = { ctx: { actor: partner.actor }, input: { query: NoticesQuery.parse({}) } };
  expect(await locale()).toBeNull();
  await readNotices(call, "ar");
  await readNotices(call);
  expect(await locale()).toBe("ar");
  await readNotices(call, "de");
  expect(await locale()).toBe("de");
});
