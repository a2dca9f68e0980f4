/** A database of an earlier release starts with its rows. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalystDetectors, catalysts } from "#lib/catalysts/schema/catalysts.ts";
import { isPostgresPromised, ownDatabase, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { botKeys } from "#lib/machines/schema/keys.ts";
import { partnerNoticeMarks } from "#lib/partner/schema/partner.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import type { Database } from "./client.ts";
import { embeddedDatabase } from "./db.testing.ts";
import { migrateDatabase } from "./migrations.ts";
import { migrateUntil, removeSchema } from "./older-schema.testing.ts";

const AT = Date.UTC(2026, 4, 1);

const newBotKey = (id: string) => sql`insert into bot_keys
  (id, user_id, name, preview, encrypted_secret, created_at) values (${id}, 'usr_ada', 'a bot', '', '', now())`;

/** An empty database becomes one of this release, with rows of earlier ones on the way. */
async function migrateWithRows(db: Database): Promise<void> {
  await migrateUntil(db, 11);
  await insertPartnerNotices(db);
  await migrateUntil(db, 22);
  await insertCatalysts(db);
  await migrateUntil(db, 30);
  await db.execute(newBotKey("tbk_old"));
  await migrateDatabase(db);
}

const LEVEL = JSON.stringify({ from: 1, to: 2, share_percent: 12 });
const FALL = JSON.stringify({
  from: 2,
  to: 1,
  share_percent: 10,
  at: "2026-05-04T00:00:00.000Z",
});
const PAID = JSON.stringify({ settlement_id: "stl_1", amount: "5" });

async function insertPartnerNotices(db: Database): Promise<void> {
  await db.execute(sql`insert into users (id, created_at, deleted_at) values
    ('usr_ada', now(), null), ('usr_gone', now(), now())`);
  await db.execute(sql`insert into partners (id, user_id, code, created_at) values
    ('ptr_ada', 'usr_ada', 'ada', now()), ('ptr_gone', 'usr_gone', 'gone', now())`);
  await db.execute(sql`insert into partner_notice_marks (partner_id, level, level_since, seq) values
    ('ptr_ada', 2, ${AT}, 7)`);
  await db.execute(sql`insert into partner_notices
    (id, partner_id, key, kind, at, data, read_at, mailed_at, wants_mail) values
    ('ntc_1', 'ptr_ada', 'level:1:5:1:2', 'level_up', ${AT - 9}, ${LEVEL}::jsonb, '2026-05-02', '2026-05-01', true),
    ('ntc_2', 'ptr_ada', 'level:7:6:1:2', 'level_up', ${AT}, ${LEVEL}::jsonb, null, null, false),
    ('ntc_3', 'ptr_ada', 'level_falls_72h:8:2:1', 'level_falls_72h', ${AT}, ${FALL}::jsonb, null, null, true),
    ('ntc_4', 'ptr_ada', 'settlement:stl_1', 'settlement_paid', ${AT - 1}, ${PAID}::jsonb, null, null, true),
    ('ntc_5', 'ptr_gone', 'level:1:5:1:2', 'level_up', ${AT}, ${LEVEL}::jsonb, null, null, true)`);
}

async function insertCatalysts(db: Database): Promise<void> {
  const said = (
    [confidence, status, into]: readonly [number, string, string | null],
    direction = "negative",
  ) =>
    JSON.stringify({
      sentiment: { direction, confidence },
      magnitude: 3,
      status,
      merged_into: into,
    });
  const revisions = [
    ["detected", said([0.6, "unconfirmed", null]), "[]"],
    ["evidence", said([0.65, "confirmed", null]), '["status"]'],
    // Less than a tenth from the last announcement, and then more, in two steps.
    ["evaluated", said([0.55, "confirmed", null]), "[]"],
    ["evaluated", said([0.5, "confirmed", null]), "[]"],
    ["merged", said([0.2, "merged", "evt_other"]), "[]"],
  ] as const;
  for (const [index, [kind, event, changed]] of revisions.entries()) {
    await db.execute(sql`insert into catalyst_revisions
      (catalyst_id, revision, kind, recorded_at, changed, event)
      values ('evt_1', ${index + 1}, ${kind}, to_timestamp(${index}), ${changed}, ${event})`);
  }
  const event = said([0.6, "confirmed", null]);
  await db.execute(sql`insert into catalyst_revisions
    (catalyst_id, revision, kind, recorded_at, changed, event) values
    ('evt_2', 1, 'detected', now(), '[]', ${event}), ('evt_2', 2, 'split', now(), '[]', ${event})`);
  for (const [id, revision] of [
    ["evt_1", 5],
    ["evt_2", 2],
  ] as const) {
    await db.execute(sql`insert into catalysts
      (id, revision, type, status, magnitude, assets, first_seen_at, changed_at, tracked_until, event)
      values (${id}, ${revision}, 'hack', 'confirmed', 3, '[]', now(), now(), now(), ${event})`);
  }
}

const server = await probePostgres(process.env);

async function embedded(): Promise<Opened> {
  const db = await embeddedDatabase();
  await removeSchema(db);
  return { db, close: () => db.$client.end() };
}

async function onServer(): Promise<Opened> {
  const own = await ownDatabase(server);
  const pool = new pg.Pool({ connectionString: own.url, max: 1 });
  // Dropping the database may end the connection before its own end arrives.
  pool.on("error", () => undefined);
  return { db: drizzle({ client: pool }), close: () => pool.end().then(own.drop) };
}

type Opened = { db: Database; close: () => Promise<void> };

const isAbsent = server === undefined && !isPostgresPromised(process.env);

for (const [driver, open, isSkipped] of [
  ["the embedded database", embedded, false],
  ["Postgres", onServer, isAbsent],
] as const) {
  describe.skipIf(isSkipped)(`rows of earlier releases, on ${driver}`, () => {
    let db: Database;
    let close: Opened["close"];
    beforeAll(async () => {
      ({ db, close } = await open());
      await migrateWithRows(db);
    });
    afterAll(() => close());

    test("notices of partners are in the inbox of their account", async () => {
      const rows = await db.select().from(inboxNotices).orderBy(inboxNotices.position);
      expect(rows).toMatchObject([
        {
          id: "ntc_1",
          type: "partner.level_up",
          at: AT - 9,
          readAt: new Date("2026-05-02"),
          mailedAt: new Date("2026-05-01"),
          wantsMail: true,
        },
        {
          id: "ntc_2",
          type: "partner.level_up",
          at: AT,
          readAt: null,
          mailedAt: null,
          wantsMail: false,
        },
        { id: "ntc_3", type: "partner.level_falls_72h", at: AT, data: JSON.parse(FALL) as object },
        {
          id: "ntc_4",
          type: "partner.settlement_paid",
          at: AT - 1,
          data: JSON.parse(PAID) as object,
        },
      ]);
      expect(rows.every(({ userId }) => userId === "usr_ada")).toBe(true);
      // SHA-256 of ["partner.level_up","ptr_ada","level:1:5:1:2"], as `emitting` computes it.
      const text = JSON.stringify(["partner.level_up", "ptr_ada", "level:1:5:1:2"]);
      expect(rows[0]?.dedupKey).toBe(createHash("sha256").update(text).digest("hex"));
      const [mark] = await db.select().from(partnerNoticeMarks);
      expect(mark?.told).toEqual({
        "level_up:2": { told: AT, mailed: AT - 9 },
        "level_falls_72h:2": { told: AT, mailed: AT },
      });
    });

    test("what was told of a catalyst last, a split and a confirmation follow from its revisions", async () => {
      const sent = { direction: "negative", magnitude: 3 };
      expect(await db.select().from(catalysts).orderBy(catalysts.id)).toMatchObject([
        { sent: { ...sent, confidence: 0.5 }, isSplit: false, isConfirmedByMove: true },
        { sent: { ...sent, confidence: 0.6 }, isSplit: true, isConfirmedByMove: false },
      ]);
      expect(await db.select().from(catalystDetectors)).toEqual([]);
    });

    test("bot keys of before may still propose orders, and new ones only when their owner allows it", async () => {
      await db.execute(newBotKey("tbk_new"));
      const rows = await db.select().from(botKeys).orderBy(botKeys.id);
      expect(rows.map(({ id, canStageOrders }) => [id, canStageOrders])).toEqual([
        ["tbk_new", false],
        ["tbk_old", true],
      ]);
    });
  });
}
