/** An event exists if and only if its cause is committed, once, in the order of emission; on both databases. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { isTestDatabaseEmbedded, testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { type Emission, emitting } from "./emit-events.ts";

const NOW = Date.UTC(2026, 4, 1);

let db: Database;
let userId: string;

async function addUser(): Promise<string> {
  const id = newId("usr");
  await db.insert(users).values({ id, createdAt: new Date(NOW) });
  return id;
}

const levelUp = (subject: string, version: string): Emission<"partner.level_up"> => ({
  type: "partner.level_up",
  userId,
  subject,
  version,
  at: NOW - 5,
  now: NOW,
  data: { from: 1, to: 2 },
});
const rows = () =>
  db
    .select()
    .from(inboxNotices)
    .where(eq(inboxNotices.userId, userId))
    .orderBy(inboxNotices.position);
const deleteUser = (on: Pick<Database, "update">) =>
  on
    .update(users)
    .set({ deletedAt: new Date(NOW) })
    .where(eq(users.id, userId));

function emits(): void {
  beforeEach(async () => {
    userId = await addUser();
  });

  test("each further event of a transaction is created 1 ms later, and the answer is the change's", async () => {
    const done = await emitting(db, async (_change, emit) => {
      for (const version of ["a", "b", "c"]) await emit(levelUp("ptr_1", version));
      return "done";
    });
    expect(done).toBe("done");
    expect(await rows()).toMatchObject(
      [0, 1, 2].map((later) => ({
        type: "partner.level_up",
        at: NOW - 5,
        createdAt: NOW + later,
        data: { from: 1, to: 2 },
        readAt: null,
        wantsMail: false,
      })),
    );
  });

  test("an event is written once, whatever emits it again, and another version is another event", async () => {
    const subject = newId("ptr");
    const emit = (version: string) =>
      emitting(db, (_change, emitOne) => emitOne(levelUp(subject, version)));
    const together = await Promise.all([emit("1"), emit("1"), emit("1")]);
    expect(together.filter(Boolean)).toHaveLength(1);
    expect([await emit("1"), await emit("2")]).toEqual([false, true]);
    expect(await rows()).toHaveLength(2);
  });

  test("what throws after it, or in it, undoes the change and the events", async () => {
    const other = await addUser();
    const change = emitting(db, async (on, emit) => {
      await on
        .update(users)
        .set({ createdAt: new Date(0) })
        .where(eq(users.id, other));
      await emit(levelUp("ptr_2", "1"));
      throw new Error("no");
    });
    await expect(change).rejects.toThrow("no");
    expect(await rows()).toEqual([]);
    const [stored] = await db.select().from(users).where(eq(users.id, other));
    expect(stored?.createdAt).toEqual(new Date(NOW));
    expect(await emitting(db, (_change, emit) => emit(levelUp("ptr_2", "1")))).toBe(true);
  });

  test("a deleted account is told nothing", async () => {
    await deleteUser(db);
    expect(await emitting(db, (_change, emit) => emit(levelUp("ptr_3", "1")))).toBe(false);
    expect(await rows()).toEqual([]);
  });
}

describe.runIf(isTestDatabaseEmbedded())("on the embedded database", () => {
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.$client.end());
  emits();
});

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await borrowDatabase(server);
    setDatabase(undefined);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });
  emits();

  test("an event that is emitted while the account is being deleted waits, and is not written", async () => {
    const emitted = await db.transaction(async (deletion) => {
      await deleteUser(deletion);
      const waiting = emitting(db, (_change, emit) => emit(levelUp("ptr_4", "1")));
      // It waits for the account's row; were it written, the deletion could not see it.
      await deletion.execute("select pg_sleep(0.2)");
      await deletion.delete(inboxNotices).where(eq(inboxNotices.userId, userId));
      return { waiting };
    });
    expect(await emitted.waiting).toBe(false);
    expect(await rows()).toEqual([]);
  });
});
