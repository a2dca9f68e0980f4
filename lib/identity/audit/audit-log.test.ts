/** The audit log is append-only, except that personal data can be erased. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { users } from "#lib/platform/schema/users.ts";
import { recordAudit } from "./audit-log.ts";

const NOW = Date.UTC(2027, 0, 15);

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

/** A person with one row. */
async function logged(deletedAt: Date | null = new Date(NOW)): Promise<{ userId: string }> {
  const userId = newId("usr");
  await db.insert(users).values({ id: userId, createdAt: new Date(NOW), deletedAt });
  await recordAudit(db, {
    now: NOW,
    userId,
    actor: { kind: "service" },
    action: "account.created",
    target: "ses_one",
    client: { address: "192.0.2.7", agent: "a browser" },
    details: { kind: "wallet" },
  });
  return { userId };
}

describe("the table", () => {
  const refusal = expect.objectContaining({
    cause: expect.objectContaining({ message: "the audit log is append-only" }) as Error,
  }) as Error;

  it("refuses to delete a row", async () => {
    const { userId } = await logged();
    await expect(db.delete(auditLog).where(eq(auditLog.userId, userId))).rejects.toEqual(refusal);
  });

  it.each([
    ["action", { action: "account.deleted" }],
    ["time", { at: new Date(0) }],
    ["account", { userId: "usr_other" }],
    ["actor", { actorKind: "operator" }],
    ["actor's id", { actorId: "ses_other" }],
    ["target", { target: "ses_other" }],
    ["id", { id: "aud_other" }],
    ["position", { position: 0 }],
    ["address alone", { address: null }],
    ["address, to another", { address: "192.0.2.99", agent: null, details: {} }],
    ["details, to others", { address: null, agent: null, details: { a: 1 } }],
  ])("refuses to change the %s", async (_what, change) => {
    const { userId } = await logged();
    const rows = eq(auditLog.userId, userId);
    await expect(db.update(auditLog).set(change).where(rows)).rejects.toEqual(refusal);
    const personal = { address: null, agent: null, details: {} };
    if (!("address" in change)) {
      const both = db.update(auditLog).set({ ...personal, ...change });
      await expect(both.where(rows)).rejects.toEqual(refusal);
    }
  });

  it("refuses to delete all rows at once", async () => {
    await logged();
    await expect(db.execute(sql`truncate audit_log`)).rejects.toEqual(refusal);
    const { rows: counted } = await db.execute(sql`select count(*)::int as n from audit_log`);
    expect(counted[0]?.["n"]).toBeGreaterThan(0);
  });

  it("refuses to erase anything of an existing account", async () => {
    const { userId } = await logged(null);
    const emptied = db.update(auditLog).set({ address: null, agent: null, details: {} });
    await expect(emptied.where(eq(auditLog.userId, userId))).rejects.toEqual(refusal);
  });

  it("erases all personal data when the account is deleted, at once", async () => {
    const { userId } = await logged();
    const rows = eq(auditLog.userId, userId);
    await db.update(auditLog).set({ address: null, agent: null, details: {} }).where(rows);
    const [row] = await db.select().from(auditLog).where(rows);
    expect(row).toMatchObject({ userId, address: null, agent: null, details: {} });
    const { rows: counted } = await db.execute(sql`select count(*)::int as n from audit_log`);
    expect(counted[0]?.["n"]).toBeGreaterThan(1);
  });
});
