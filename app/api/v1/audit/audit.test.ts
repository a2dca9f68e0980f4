/** The audit log as its owner reads it, page by page. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newWallet, startTime, time, Visitor } from "#app/api/auth/testing.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { useHttpRuntime } from "#lib/http/runtime.ts";
import { type AccountTables, openAccountTables, TABLES } from "#lib/identity/testing.ts";

const NOW = Date.UTC(2027, 0, 15);

let db: AccountTables["db"];
let close: AccountTables["close"];
beforeAll(async () => {
  ({ db, close } = await openAccountTables());
});
afterAll(async () => {
  useHttpRuntime();
  await close();
});
beforeEach(startTime);

type Page = { entries: { id: string; action: string; at: string }[]; next: string | null };

async function signedIn(): Promise<{ visitor: Visitor; userId: string }> {
  const visitor = new Visitor();
  await visitor.signIn(newWallet());
  return { visitor, userId: (await visitor.who()).user?.id ?? "" };
}

/** Rows of ten moments, three of each. */
async function fill(userId: string, rows: number): Promise<void> {
  for (let index = 0; index < rows; index += 1) {
    await recordAudit(db, {
      now: NOW + Math.floor(index / 3),
      userId,
      actor: { kind: "service" },
      action: "mcp_key.reminded",
      details: { index },
    });
  }
}

describe("reading", () => {
  it("gives each row once, newest first, also where many have one moment", async () => {
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
    const times = seen.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it("has no next page when the last row is on this one", async () => {
    const { visitor } = await signedIn();
    const { entries, next } = (await visitor.get("/api/v1/audit?limit=2")).body as Page;
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "account.created",
      "session.opened",
    ]);
    expect(next).toBeNull();
  });

  it("shows nobody the rows of others, whatever the cursor says", async () => {
    const { userId } = await signedIn();
    await fill(userId, 3);
    const { visitor } = await signedIn();
    const rows = await db.select().from(TABLES.auditLog);
    const row = rows.find((one) => one.userId === userId);
    const path = `/api/v1/audit?cursor=${NOW + 60_000}_${row?.id}`;
    const { entries } = (await visitor.get(path)).body as Page;
    expect(entries.map(({ action }) => action)).not.toContain("mcp_key.reminded");
  });

  it.each(["limit=0", "limit=101", "limit=1.5", "limit=x", "cursor=x", "cursor=1_aud_x", "a=b"])(
    "refuses %s",
    async (query) => {
      const { visitor } = await signedIn();
      expect((await visitor.get(`/api/v1/audit?${query}`)).status).toBe(400);
    },
  );

  it("is for who is signed in", async () => {
    expect((await new Visitor().get("/api/v1/audit")).status).toBe(401);
    const { visitor } = await signedIn();
    time.aheadMs = 24 * 3_600_000;
    expect((await visitor.get("/api/v1/audit")).status).toBe(401);
  });
});
