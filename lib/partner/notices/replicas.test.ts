/**
 * Notices of several replicas on one Postgres database: skipped when neither TEST_DATABASE_URL nor 127.0.0.1:5432 can be reached, and never
 * where TEST_DATABASE_URL promises one.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { book, fee, makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { WINDOW_MS } from "#lib/protocol/partner/partner-levels.ts";
import { mailNotices } from "./mail-notices.ts";
import { noticeRows } from "./notices.testing.ts";
import { writeNotices } from "./write-notices.ts";

const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);
const START = Date.UTC(2026, 0, 1);
const PARTNERS = 5;

describe.skipIf(isSkipped)("notices of replicas on one Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  const accounts: string[] = [];

  beforeAll(async () => {
    own = await borrowDatabase(serverUrl);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    for (let index = 0; index < PARTNERS; index += 1) {
      const partner = await makePartner(db, `replica-${index}`);
      accounts.push(`trader-${index}`);
      await makeReferral(db, partner, `trader-${index}`);
      const subject = `replica-${index}@example.com`;
      const when = { createdAt: new Date(0), lastUsedAt: new Date(0) };
      const { userId } = partner.actor;
      const facts = { id: newId("idn"), kind: "email", subject, label: subject } as const;
      await db.insert(identities).values({ ...facts, userId, ...when });
    }
  });
  afterAll(async () => {
    await closeDatabase();
    await own.drop();
  });

  const earn = (usd: number, at: number) =>
    book(
      db,
      accounts.map((account) => fee(account, usd * 100, at)),
      at,
    );
  const warnings: unknown[] = [];
  const log = { warn: (...said: unknown[]) => void warnings.push(said) };

  /** As many replicas as the pool has connections for. */
  async function advanceTogether(now: number): Promise<number> {
    const written = await Promise.all(
      Array.from({ length: 5 }, (_, index) => writeNotices({ now: now + index, log })),
    );
    expect(warnings).toEqual([]);
    return written.reduce((sum, one) => sum + one);
  }

  test("are written once each, the first time and later, and mailed once each", async () => {
    await earn(300, START);
    expect(await advanceTogether(START + HOUR_MS)).toBe(PARTNERS);
    await earn(800, START + 2 * HOUR_MS);
    expect(await advanceTogether(START + 3 * HOUR_MS)).toBe(PARTNERS);
    // Both warnings of level 3 are past; two falls of each partner are left.
    expect(await advanceTogether(START + WINDOW_MS + 4 * HOUR_MS)).toBe(2 * PARTNERS);
    const rows = await noticeRows(db);
    const kinds = (of: string) =>
      rows.filter(({ userId }) => userId === of).map(({ kind }) => kind);
    for (const of of new Set(rows.map(({ userId }) => userId))) {
      expect(kinds(of)).toEqual(["level_up", "level_up", "level_down", "level_down"]);
    }
    const mails: string[] = [];
    const sendMail = ({ to, subject }: { to: string; subject: string }) =>
      Promise.resolve(void mails.push(`${to} ${subject}`));
    const now = START + WINDOW_MS + 5 * HOUR_MS;
    const ctx = { now, baseUrl: "https://svc.example", log, sendMail };
    const sent = await Promise.all(Array.from({ length: 5 }, () => mailNotices(ctx)));
    expect(sent.reduce((sum, one) => sum + one)).toBe(2 * PARTNERS);
    expect(new Set(mails).size).toBe(2 * PARTNERS);
    expect(mails).toHaveLength(2 * PARTNERS);
  });
});
