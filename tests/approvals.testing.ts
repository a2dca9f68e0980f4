/** For tests of approvals: a real venue behind a connection that can be cut, a database, and people with wallets and assistants. */
import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { approveStagedOrder } from "#lib/assistants/staged-orders/approve-order.ts";
import {
  readOwnStagedOrder,
  readProposedOrder,
} from "#lib/assistants/staged-orders/read-staged-order.ts";
import { StageOrder, stageOrder } from "#lib/assistants/staged-orders/stage-order.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type {
  BotKeyActor,
  McpKeyActor,
  OauthGrantActor,
  WalletActor,
} from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { users } from "#lib/platform/schema/users.ts";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import { encodePlaceOrder, encodePlaceOrderGroup } from "#lib/protocol/signing/signing.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { saveKey } from "#lib/trading/venue-access/key-store.ts";
import {
  openVenueFixture,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";
import { type Fault, faultOf } from "#services/venue/testing/fault-proxy/faults.ts";
import {
  type ProxiedRequest,
  startVenueProxy,
} from "#services/venue/testing/fault-proxy/venue-proxy.ts";
import { TestTrader } from "#services/venue/venue.testing.ts";

export const CLIENT = { address: "192.0.2.7", agent: "a test" };

/** `lose request`: it never reaches the venue; `lose answer`: the venue has it, and its answer is lost. */
export type Fate = "pass" | "lose request" | "lose answer" | { refuse: ErrorCode };

/** A proxy between the app and the venue. `fate` applies to order writes only; `before` runs when one arrives. */
export type Line = {
  url: string;
  fate: Fate;
  before: (() => Promise<void>) | undefined;
  /** Runs when the venue's time is read, which an approval does between reading the order and deciding. */
  onClock: (() => void) | undefined;
  /** Bodies of the order writes that arrived here. */
  writes: string[];
  isDown: boolean;
  close: () => Promise<void>;
};

async function openLine(venueUrl: string): Promise<Line> {
  const lostRequest = faultOf({ kind: "drop_answer", when: "before" });
  const lostAnswer = faultOf({ kind: "drop_answer" });
  const chosen = async ({ method, path, body }: ProxiedRequest): Promise<Fault | undefined> => {
    if (line.isDown) return lostRequest;
    if (path === "/v1/time") line.onClock?.();
    const isChange = method !== "GET" && /^\/v1\/orders\/\d+$/.test(path);
    if (!isChange && (method !== "POST" || path !== "/v1/orders")) return undefined;
    const { fate } = line;
    line.writes.push(body.toString("utf8"));
    await line.before?.();
    if (fate === "lose request") return lostRequest;
    if (fate === "lose answer") return lostAnswer;
    return fate === "pass" ? undefined : faultOf({ kind: "refuse", code: fate.refuse });
  };
  const proxy = await startVenueProxy({ venueUrl, faultOf: chosen });
  const line: Line = {
    url: proxy.url,
    fate: "pass",
    before: undefined,
    onClock: undefined,
    writes: [],
    isDown: false,
    close: proxy.close,
  };
  return line;
}

export type Person = {
  trader: TestTrader;
  actor: WalletActor;
  /** A key that may stage orders. */
  key: McpKeyActor;
  grant: OauthGrantActor;
  bot: BotKeyActor;
};

export type World = {
  /** Makes this database the one of the process. */
  setDatabase: (other: Database) => void;
  fixture: VenueFixture;
  line: Line;
  /** A person's orders at the venue, including closed ones. */
  ordersOf: (trader: TestTrader) => Promise<Record<string, unknown>[]>;
  person: (name: string, options?: { scopes?: Scope[] }) => Promise<Person>;
  rowOf: (id: string) => Promise<typeof stagedOrders.$inferSelect>;
  audited: (userId: string) => Promise<string[]>;
  close: () => Promise<void>;
};

/** Call it once in a test file, because a process reads the venue's address only once. The caller closes `db`. */
export async function openWorld(first: Database): Promise<World> {
  const fixture = await openVenueFixture();
  const line = await openLine(fixture.venue.url);
  vi.stubEnv("VENUE_URL", line.url);
  setDatabase(first);
  let db = first;
  let names = 0;
  return {
    setDatabase: (other) => {
      db = other;
      setDatabase(db);
    },
    fixture,
    line,
    ordersOf: async (trader) =>
      (await trader.read("/v1/orders?status=ALL")).body["results"] as Record<string, unknown>[],
    person: async (name, options) => {
      names += 1;
      await closeLimits();
      return addPerson({ db, fixture }, `${name} ${names}`, options);
    },
    rowOf: async (id) => {
      const [row] = await db.select().from(stagedOrders).where(eq(stagedOrders.id, id));
      if (row === undefined) throw new Error(`There is no staged order ${id}.`);
      return row;
    },
    audited: async (userId) => {
      const rows = await db
        .select({ action: auditLog.action, details: auditLog.details })
        .from(auditLog)
        .where(eq(auditLog.userId, userId))
        .orderBy(auditLog.position);
      return rows.map(({ action, details }) => `${action} ${String(details["order"])}`);
    },
    close: async () => {
      await line.close();
      await fixture.close();
      setDatabase(undefined);
      vi.unstubAllEnvs();
    },
  };
}

async function addPerson(
  { db, fixture }: { db: Database; fixture: VenueFixture },
  name: string,
  { scopes = ["read:market", "trade:execute"] }: { scopes?: Scope[] } = {},
): Promise<Person> {
  const trader = await fixture.trader(name);
  const account = trader.address;
  const [userId, sessionId] = [newId("usr"), newId("ses")];
  const at = new Date(fixture.now() - 1_000);
  const far = new Date(at.getTime() + 400 * 86_400_000);
  await db.insert(users).values({ id: userId, createdAt: at });
  const wallet = { kind: "wallet", subject: account, label: account } as const;
  const times = { createdAt: at, lastUsedAt: at };
  await db.insert(identities).values({ id: newId("idn"), userId, ...wallet, ...times });
  const seen = { createdAt: at, provedAt: at, lastSeenAt: at, expiresAt: far, ...CLIENT };
  await db.insert(sessions).values({ id: sessionId, userId, kind: "wallet", account, ...seen });
  const venueKey = { id: `key of ${name}`, label: "page", createdAt: at, expiresAt: null };
  await saveKey(db, account, { ...venueKey, secret: trader.key });
  const actor = { kind: "session", userId, sessionId, account, provedAt: at.getTime() } as const;
  return { trader, actor, ...(await addMachines(db, { userId, account, scopes, at, far })) };
}

async function addMachines(
  db: Database,
  of: { userId: string; account: string; scopes: Scope[]; at: Date; far: Date },
): Promise<Pick<Person, "key" | "grant" | "bot">> {
  const { userId, account, scopes, at, far } = of;
  const [keyId, grantId, botId] = [newId("mcp"), newId("grant"), newId("tbk")];
  const common = { userId, createdAt: at, expiresAt: far };
  await db.insert(mcpKeys).values({
    ...common,
    id: keyId,
    hash: keyId,
    preview: "svc_sk_…0000",
    name: "My key",
    canStageOrders: true,
  });
  await db.insert(oauthGrants).values({
    ...common,
    id: grantId,
    clientId: "client_1",
    clientName: "Claude",
    redirectHost: "claude.ai",
    scopes,
    payload: {},
  });
  await db.insert(botKeys).values({
    ...common,
    id: botId,
    encryptedSecret: "",
    preview: "tbs_…0000",
    account,
    name: "My bot",
    canStageOrders: true,
  });
  const expiresAt = far.getTime();
  const tier = "default";
  return {
    key: {
      kind: "mcp_key",
      userId,
      keyId,
      tier,
      canStageOrders: true,
      canManageWebhooks: false,
      canReadPartner: false,
      expiresAt,
    },
    grant: {
      kind: "oauth_grant",
      userId,
      grantId,
      clientId: "client_1",
      clientName: "Claude",
      scopes,
      expiresAt,
    },
    bot: { kind: "bot_key", userId, keyId: botId, account, tier, canStageOrders: true },
  };
}

export const BUY = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.0150",
  order_type: "LIMIT",
  price: "60000.0",
} as const;

export function stage(
  actor: McpKeyActor | OauthGrantActor | BotKeyActor,
  body: object,
  now: number,
): Promise<StagedOrder> {
  return stageOrder({
    ctx: { actor, client: CLIENT, now, quotas: [] },
    input: { body: StageOrder.parse(body) },
  });
}

type Terms = StagedOrder["order"];

/** The request of a page: the four headers over the terms, and the terms as a body. */
export function signed(
  { trader }: Person,
  order: Terms,
  timestamp: number,
  signer: TestTrader = trader,
): { headers: Headers; body: Record<string, unknown> } {
  const payload = encodePlaceOrder(placeOrderFields(order), BigInt(timestamp));
  const headers = signer.headers("place_order", payload, timestamp, trader);
  return { headers: new Headers(headers), body: { ...order } };
}

/** The signed body of an order with its protection. */
export function signedGroup({ trader }: Person, orders: readonly Terms[], timestamp: number) {
  const fields = orders.map(placeOrderFields);
  const payload = encodePlaceOrderGroup({ grouping: "ENTRY", orders: fields }, BigInt(timestamp));
  const headers = trader.headers("place_order_group", payload, timestamp, trader);
  const body: Record<string, unknown> = {
    grouping: "ENTRY",
    orders: orders.map((one) => ({ ...one })),
  };
  return { headers: new Headers(headers), body };
}

export function approve(
  { actor }: Pick<Person, "actor">,
  id: string,
  { headers, body }: { headers: Headers; body: Record<string, unknown> },
  now: number,
): Promise<StagedOrder> {
  const request = new Request(`http://localhost:3000/api/v1/approvals/${id}/approve`, {
    method: "POST",
    headers,
  });
  return approveStagedOrder({
    ctx: { actor, client: CLIENT, now },
    input: { params: { id }, body, request },
  });
}

export const own = ({ actor }: Pick<Person, "actor">, id: string, now: number) =>
  readOwnStagedOrder({ ctx: { actor, now }, input: { params: { id } } });

export const proposed = (
  actor: McpKeyActor | OauthGrantActor | BotKeyActor,
  id: string,
  now: number,
) => readProposedOrder({ ctx: { actor, now }, input: { params: { id } } });

export const refusal = (code: string, rest: object = {}) =>
  expect.objectContaining({ code, ...rest }) as unknown;
