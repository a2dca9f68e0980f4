/** The authorization server's tables for tests of the route handlers, which may not import `lib/platform/db` themselves. */
import { and, asc, eq, sql } from "drizzle-orm";
import { hashClientSecret } from "#lib/assistants/oauth-clients/client-secret.ts";
import { oauthClients, oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { isOpen } from "#lib/machines/proposals/open-order.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import {
  closeDatabase,
  type Database,
  openDatabase,
  setDatabase,
} from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { users } from "#lib/platform/schema/users.ts";

const YEAR_MS = 365 * 86_400_000;

export type TestClient = { id: string; secret: string | undefined; redirectUri: string };

/** Direct access to the tables for tests. */
export class OAuthTables {
  readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** A signed-in person. */
  async addPerson(): Promise<SessionActor> {
    const [userId, sessionId] = [newId("usr"), newId("ses")];
    const at = new Date();
    await this.db.insert(users).values({ id: userId, createdAt: at });
    const times = { createdAt: at, provedAt: at, lastSeenAt: at };
    const expiresAt = new Date(at.getTime() + YEAR_MS);
    const client = { address: "192.0.2.7", agent: "test" };
    await this.db
      .insert(sessions)
      .values({ id: sessionId, userId, kind: "wallet", ...times, expiresAt, ...client });
    return { kind: "session", userId, sessionId, account: undefined, provedAt: at.getTime() };
  }

  async endSessions(userId: string): Promise<void> {
    await this.db
      .update(sessions)
      .set({ revokedAt: new Date() })
      .where(eq(sessions.userId, userId));
  }

  /** A client's registration; `method`: its authentication at the token endpoint. */
  async addClient(
    method: "none" | "client_secret_basic" | "client_secret_post" = "none",
    metadata: Record<string, unknown> = {},
  ): Promise<TestClient> {
    const id = newId("client");
    const secret = method === "none" ? undefined : `svc_cs_${"s".repeat(43)}`;
    const redirectUri = "https://app.example/callback";
    await this.db.insert(oauthClients).values({
      id,
      metadata: {
        client_name: "Example",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: method,
        ...metadata,
      },
      secretHash: secret === undefined ? null : hashClientSecret(secret),
      createdAt: new Date(),
    });
    return { id, secret, redirectUri };
  }

  async grants() {
    return this.db.select().from(oauthGrants).orderBy(asc(oauthGrants.createdAt));
  }

  async endGrant(id: string): Promise<void> {
    await this.db.update(oauthGrants).set({ revokedAt: new Date() }).where(eq(oauthGrants.id, id));
  }

  async records() {
    return this.db.select().from(oauthRecords);
  }

  /** Moves all grants and tokens into the past by this many seconds. */
  async age(seconds: number): Promise<void> {
    const earlier = sql`expires_at - make_interval(secs => ${seconds}::float8)`;
    await this.db.update(oauthRecords).set({ expiresAt: earlier });
    await this.db.update(oauthGrants).set({ expiresAt: earlier });
  }

  async clients() {
    return this.db.select().from(oauthClients);
  }

  /** An order that the client of a grant proposed. @returns its id */
  async propose(
    { userId, grantId }: { userId: string; grantId: string },
    state: "waiting" | "placed",
  ): Promise<string> {
    const id = newId("sto");
    const now = Date.now();
    const order = { market: "BTCUSDC", side: "BUY", size: "1", order_type: "MARKET" };
    await this.db.insert(stagedOrders).values({
      id,
      userId,
      account: "account",
      sourceKind: "oauth_grant",
      sourceId: grantId,
      sourceName: "Example",
      order: order as (typeof stagedOrders.$inferInsert)["order"],
      snapshot: {},
      state,
      createdAt: new Date(now),
      expiresAt: new Date(now + 300_000),
      endedAt: state === "placed" ? new Date(now) : null,
    });
    return id;
  }

  async proposals(userId: string) {
    const isOwn = eq(stagedOrders.userId, userId);
    return this.db.select().from(stagedOrders).where(isOwn).orderBy(stagedOrders.id);
  }

  /** The orders that their owner can still decide. */
  async undecided(userId: string): Promise<string[]> {
    const isOwn = eq(stagedOrders.userId, userId);
    const open = and(isOwn, isOpen(Date.now()));
    const rows = await this.db.select({ id: stagedOrders.id }).from(stagedOrders).where(open);
    return rows.map(({ id }) => id);
  }

  async audit(userId: string) {
    const rows = await this.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, userId))
      .orderBy(auditLog.position);
    return rows.map(({ action, target, details, actorKind }) => ({
      action,
      target,
      details,
      actorKind,
    }));
  }
}

/** Opens an empty database and makes it the one of this process until `close()`. */
export async function openOAuthTables() {
  const db = await testDatabase();
  setDatabase(db);
  const close = async (): Promise<void> => {
    setDatabase(undefined);
    await db.$client.end();
  };
  return { tables: new OAuthTables(db), close };
}

/** The same on a Postgres server, where statements run concurrently. */
export async function openOAuthOnPostgres(serverUrl: string | undefined) {
  const own = await borrowDatabase(serverUrl);
  const db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  const close = async (): Promise<void> => {
    await closeDatabase();
    await own.drop();
  };
  return { tables: new OAuthTables(db), close };
}
