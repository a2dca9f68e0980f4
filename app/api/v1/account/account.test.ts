/** Deleting an account: what is deleted, what stays, and that it is all or nothing. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newWallet, startTime, time, Visitor, type Wallet } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";

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

const remove = (visitor: Visitor, body: object = { confirm: "delete" }) =>
  visitor.delete("/api/v1/account", body);

/** An account with one row in each table; each row contains `mark`. */
async function furnished(): Promise<{
  visitor: Visitor;
  wallet: Wallet;
  userId: string;
  mark: string;
}> {
  const wallet = newWallet();
  const visitor = new Visitor();
  await visitor.signIn(wallet);
  const userId = (await visitor.who()).user?.id ?? "";
  const mark = randomUUID();
  const at = new Date();
  const later = new Date(at.getTime() + 3_600_000);
  const key = { userId, name: mark, createdAt: at, preview: "" };
  const all = await db.select().from(TABLES.sessions);
  const sid = all.find((row) => row.userId === userId)?.id ?? "";
  const email = `${mark}@example.com`;
  await db.insert(TABLES.identities).values({
    id: `idn_${mark}`,
    userId,
    kind: "email",
    subject: email,
    label: email,
    createdAt: at,
    lastUsedAt: at,
  });
  await db
    .insert(TABLES.mcpKeys)
    .values({ ...key, id: `mcp_${mark}`, hash: mark, expiresAt: later });
  await db.insert(TABLES.botKeys).values({ ...key, id: `tbk_${mark}`, encryptedSecret: "" });
  await db.insert(TABLES.botNonces).values({ keyId: `tbk_${mark}`, nonce: "n", expiresAt: later });
  const usage = { day: "2027-01-15", outcome: "ok", count: 1 };
  await db.insert(TABLES.keyUsage).values([
    { ...usage, keyId: `mcp_${mark}` },
    { ...usage, keyId: `tbk_${mark}` },
  ]);
  await db.insert(TABLES.inboxNotices).values({
    id: `ntc_${mark}`,
    userId,
    dedupKey: mark,
    type: "agentic.executed",
    at: at.getTime(),
    createdAt: at.getTime(),
    data: { order: mark },
    wantsMail: false,
  });
  await db
    .insert(TABLES.highlightTags)
    .values({ userId, muted: ["hack"], pinned: [mark], updatedAt: at });
  const { address } = wallet;
  await addPushes(userId, mark);
  await addPurchase({ userId, wallet: address, mark, at: at.getTime() });
  await addAssistants({ userId, account: address, mark, at, later });
  await db
    .insert(TABLES.venueKeys)
    .values({ account: address, keyId: mark, encryptedKey: "", label: mark, createdAt: at });
  const token = { createdAt: at, expiresAt: later, purpose: "link" } as const;
  await db.insert(TABLES.emailTokens).values([
    { ...token, hash: `${mark}1`, email, sessionId: null },
    { ...token, hash: `${mark}2`, email: `other${email}`, sessionId: sid },
  ]);
  await db.insert(TABLES.oidcErrands).values({ sessionId: sid, purpose: "link", expiresAt: later });
  return { visitor, wallet, userId, mark };
}

/** A browser that gets notifications, one waiting notification, and the choices. */
async function addPushes(userId: string, mark: string): Promise<void> {
  const ids = { pushId: `psh_${randomUUID()}`, subscriptionId: `psub_${mark}` };
  await db.insert(TABLES.pushSubscriptions).values({
    id: ids.subscriptionId,
    userId,
    endpoint: `https://push.example/${mark}`,
    p256dh: mark,
    auth: mark,
    locale: "en",
    agent: mark,
    createdAt: 0,
    failures: 0,
  });
  await db.insert(TABLES.pushPreferences).values({ userId, off: [mark], timeZone: "UTC" });
  const count = { day: "2027-01-15", type: "push.market", count: 1 } as const;
  await db.insert(TABLES.pushCounts).values({ userId, ...count });
  const key = ids.pushId;
  await db.insert(TABLES.pushes).values({
    id: ids.pushId,
    key,
    twinKey: key,
    type: "push.market",
    kind: "round_level",
    at: 0,
    leavesUntil: 0,
    createdAt: 0,
    data: {},
  });
  await db.insert(TABLES.pushSends).values(ids);
  await db.insert(TABLES.pushes).values({
    id: `psh_${randomUUID()}`,
    key: `approval:${mark}`,
    twinKey: `approval:${mark}`,
    type: "push.approval",
    kind: "approval",
    userId,
    at: 0,
    leavesUntil: 0,
    createdAt: 0,
    data: { staged_order_id: mark },
  });
}

/** A purchase, and what the provider has reported about it. */
async function addPurchase(of: { userId: string; wallet: string; mark: string; at: number }) {
  const { userId, wallet, mark, at } = of;
  const id = `onr_${mark}`;
  const terms = { provider: "moonpay", network: "simulated", mint: "" } as const;
  const paid = { amount: "50", currency: "USD", status: "paid" } as const;
  await db.insert(TABLES.onrampPurchases).values({
    ...terms,
    ...paid,
    id,
    userId,
    wallet,
    providerTransaction: mark,
    createdAt: at,
    changedAt: at,
  });
  await db
    .insert(TABLES.onrampCallbacks)
    .values({ digest: mark, purchaseId: id, state: "paid", signature: mark, receivedAt: at });
}

/** A connected app with its token, an order that it proposed, and what is kept for it to read. */
async function addAssistants(of: {
  userId: string;
  account: string;
  mark: string;
  at: Date;
  later: Date;
}): Promise<void> {
  const { userId, account, mark, at, later } = of;
  const id = `grant_${mark}`;
  const times = { createdAt: at, expiresAt: later };
  const app = { clientId: `client_${mark}`, clientName: mark, redirectHost: "app.example" };
  await db
    .insert(TABLES.oauthGrants)
    .values({ id, userId, ...app, scopes: ["read:market"], payload: {}, ...times });
  await db.insert(TABLES.oauthRecords).values([
    { model: "AccessToken", idHash: `${mark}1`, payload: {}, grantId: id, expiresAt: later },
    { model: "Session", idHash: `${mark}2`, payload: {}, userId, expiresAt: later },
  ]);
  await db
    .insert(TABLES.keyUsage)
    .values({ keyId: id, day: "2027-01-15", outcome: "ok", count: 1 });
  await db.insert(TABLES.stagedOrders).values({
    id: `sto_${mark}`,
    userId,
    account,
    sourceKind: "oauth_grant",
    sourceId: id,
    sourceName: mark,
    order: {
      market: "BTCUSDC",
      side: "buy",
      size: "0.01",
      price: "60000",
      order_type: "limit",
      time_in_force: "GTC",
    } as never,
    snapshot: {},
    reason: mark,
    ...times,
  });
  await db
    .insert(TABLES.assistantNotes)
    .values({ id: `note_${mark}`, userId, text: mark, createdAt: at, updatedAt: at });
  await db
    .insert(TABLES.assistantPreferences)
    .values({ userId, preferences: { style: mark }, updatedAt: at });
}

/** All rows of all tables that contain one of the texts, and their places. */
async function tablesThatName(...texts: string[]): Promise<string[]> {
  const found = [];
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = JSON.stringify(await db.select().from(table));
    if (texts.some((text) => rows.includes(text))) found.push(name);
  }
  return found;
}

describe("the preview of a deletion", () => {
  it("counts what will be deleted, and names what will stay", async () => {
    const { visitor, userId } = await furnished();
    expect((await visitor.get("/api/v1/account")).body).toEqual({
      userId,
      createdAt: expect.stringMatching(/Z$/) as string,
      erased: {
        identities: 2,
        sessions: 1,
        mcpKeys: 1,
        botKeys: 1,
        connectedApps: 1,
        assistantNotes: 1,
        stagedOrders: 1,
        notices: 1,
        pushBrowsers: 1,
        priceAlerts: 0,
        points: 0,
        webhooks: 0,
        purchases: 1,
        venueKeys: 1,
      },
      kept: ["ledger", "audit"],
    });
  });
});

describe("deleting an account", () => {
  it("erases everything that names the person, and keeps the log of actions without it", async () => {
    const other = await furnished();
    const { visitor, wallet, userId, mark } = await furnished();
    const others = await tablesThatName(other.mark, other.userId, other.wallet.address);
    expect((await tablesThatName(mark, userId, wallet.address)).length).toBeGreaterThan(15);
    const answer = await remove(visitor);
    expect(answer.status).toBe(204);
    expect(visitor.cookies.has("next-auth.session-token")).toBe(false);
    expect(await tablesThatName(mark, wallet.address)).toEqual([]);
    expect(await tablesThatName(userId)).toEqual(["auditLog", "users"]);
    const log = await db.select().from(TABLES.auditLog);
    const rows = log.filter((row) => row.userId === userId);
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      "account.created",
      "account.deleted",
      "session.opened",
    ]);
    for (const { address, agent, details } of rows) {
      expect({ address, agent, details }).toEqual({ address: null, agent: null, details: {} });
    }
    const people = await db.select().from(TABLES.users);
    expect(people.find(({ id }) => id === userId)?.deletedAt).not.toBeNull();
    // No other account lost anything.
    expect(await tablesThatName(other.mark, other.userId, other.wallet.address)).toEqual(others);
    expect((await other.visitor.who()).user?.id).toBe(other.userId);
  });

  it("ends every session and every token of the account", async () => {
    const { visitor, wallet } = await furnished();
    const second = new Visitor();
    await second.signIn(wallet);
    const { token } = (await second.get("/api/auth/token")).body as { token: string };
    await remove(visitor);
    expect(await second.who()).toEqual({});
    const bearer = { authorization: `Bearer ${token}` };
    expect((await new Visitor().get("/api/v1/account", bearer)).status).toBe(401);
  });

  it("requires a fresh proof and the typed word", async () => {
    const { visitor } = await furnished();
    for (const body of [{}, { confirm: "yes" }, { confirm: true }]) {
      expect((await remove(visitor, body)).status).toBe(400);
    }
    time.aheadMs = 10 * 60_000 + 1_000;
    expect(await remove(visitor)).toMatchObject({
      status: 403,
      body: { error: "FRESH_PROOF_REQUIRED" },
    });
    expect((await visitor.who()).user).toBeDefined();
  });

  it("leaves the wallet free for a new account", async () => {
    const { visitor, wallet, userId } = await furnished();
    await remove(visitor);
    await visitor.signIn(wallet);
    const { user } = await visitor.who();
    expect(user?.address).toBe(wallet.address);
    expect(user?.id).not.toBe(userId);
  });

  it("erases nothing when a part of it fails", async () => {
    const { visitor, userId, mark } = await furnished();
    const before = await tablesThatName(mark, userId);
    await db.execute(`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
    // The last step of a deletion.
    await db.execute(
      `create trigger refuse before insert on audit_log for each row execute function refuse()`,
    );
    expect((await remove(visitor)).status).toBe(500);
    await db.execute(`drop trigger refuse on audit_log`);
    expect(await tablesThatName(mark, userId)).toEqual(before);
    expect((await visitor.who()).user?.id).toBe(userId);
  });
});
