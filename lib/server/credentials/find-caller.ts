/** The caller of a route: the kinds of credential that a definition can name, their origin check, limits and records of use. */
import { requireScope } from "#lib/assistants/oauth/require-scope.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { pausedError } from "#lib/machines/proposals/pause.ts";
import { noteKeyRead, noteKeyUse } from "#lib/machines/usage/process-usage.ts";
import type {
  Actor,
  AssistantActor,
  BotKeyActor,
  Client,
  McpKeyActor,
  OauthGrantActor,
  OwnerActor,
  ReaderActor,
  SessionActor,
  WalletActor,
} from "#lib/platform/actor.ts";
import type { UnauthenticatedCall } from "#lib/platform/http/authentication.ts";
import { requireSameOrigin } from "#lib/platform/http/csrf-guard.ts";
import { type Quota, requireQuota } from "#lib/platform/http/quota.ts";
import { inRequests } from "#lib/platform/http/rate-limit-bucket.ts";
import { type LimitName, takeQuota } from "#lib/platform/http/rate-limits.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import type { McpPermission } from "#lib/protocol/key-permissions.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import { mayBeGuess } from "./guessing-limit.ts";
import { resolveActor, takesCookie, takesToken } from "./resolve-actor.ts";

export type ActorOf = {
  /** Any caller; credentials are ignored. */
  public: Extract<Actor, { kind: "anonymous" }>;
  /** A signed-in person, by cookie or by wallet-session token; else 401. */
  session: SessionActor;
  /** The same with a wallet; else 403. */
  wallet: WalletActor;
  mcp_key: McpKeyActor;
  /** An MCP key or an OAuth access token. */
  assistant: AssistantActor;
  oauth: OauthGrantActor;
  /** A session, or an MCP key of its user. */
  owner: OwnerActor;
  /** A session, an MCP key, or an OAuth access token with the scope that the definition names. */
  reader: ReaderActor;
  bot_key: BotKeyActor;
  operator: Extract<Actor, { kind: "operator" }>;
};

export type Credential = keyof ActorOf;

/** A scope that reads. */
export type ReadScope = Exclude<Scope, "trade:execute">;

/** `isUncounted`: nothing else counts the call when it has no user or key. */
type Counts = { quotas: Quota[]; isUncounted: boolean };

/** What a definition says about its callers. */
export type Access<C extends Credential = Credential> = {
  credential: C;
  /** Only for "reader", and required there: what a token must be granted. A key reads all that its owner may read. */
  scope?: ReadScope;
  /** Only for "owner": what the owner must have allowed a key. Checked before the body is read. */
  permission?: McpPermission;
  /** For "public": refuse unsafe requests of other origins. For callers with a cookie the origin is always checked. */
  sameOrigin?: boolean;
};

/** Browsers send the cookie with every request to this service, also with those of another site's page. @throws CROSS_ORIGIN */
export function checkOrigin({ credential, sameOrigin }: Access, request: Request): void {
  const hasCookie =
    credential !== "public" &&
    takesCookie(schemeOf(credential)) &&
    !request.headers.has("authorization");
  if (sameOrigin === true || hasCookie) requireSameOrigin(request, httpRuntime().baseUrl);
}

/** The challenge for a client with tokens; `undefined` where none is accepted. */
export function tokensFor({
  credential,
  scope,
}: Access): { issuer: string; scope?: Scope } | undefined {
  if (credential === "public" || !takesToken(schemeOf(credential))) return undefined;
  const { baseUrl: issuer } = httpRuntime();
  return scope === undefined ? { issuer } : { issuer, scope };
}

function schemeOf(credential: Exclude<Credential, "public">) {
  return credential === "wallet" ? "session" : credential;
}

/**
 * Authenticates the caller. A page names the account that it shows (X-Expected-User), so that a stale page does not act on
 * another account that has signed in since; a program may name the one that its key should belong to.
 *
 * Calls that need no credential, calls without one, and failures count against the address, and get 429 over its limits. A valid credential is always served: the
 * failures of neighbours at the same address must not keep it from cancelling an order. Counts are added to the quotas.
 */
export async function findCaller(
  { credential }: Access,
  call: UnauthenticatedCall,
  counts: Counts,
): Promise<Actor> {
  if (credential === "public") {
    await countAnonymous(call, counts);
    return { kind: "anonymous" };
  }
  const resolve = httpRuntime().resolveActor ?? resolveActor;
  const actor = await resolve(schemeOf(credential), call).catch((thrown: unknown) =>
    refuseCaller(thrown, call, counts),
  );
  const expected = call.request.headers.get("x-expected-user");
  if (expected !== null && "userId" in actor && actor.userId !== expected) {
    throw new ServiceError("ACCOUNT_MISMATCH");
  }
  if (credential === "wallet" && (actor.kind !== "session" || actor.account === undefined)) {
    throw new ServiceError("WALLET_REQUIRED");
  }
  return actor;
}

async function refuseCaller(
  thrown: unknown,
  call: UnauthenticatedCall,
  counts: Counts,
): Promise<never> {
  if (mayBeGuess(thrown)) await take("key_failures", call.client.address, counts.quotas);
  else if (thrown instanceof ServiceError && thrown.code === "SIGN_IN_REQUIRED") {
    await countAnonymous(call, counts);
  }
  throw thrown;
}

/** @throws RATE_LIMITED */
async function countAnonymous({ client }: UnauthenticatedCall, counts: Counts): Promise<void> {
  if (counts.isUncounted) await take("anonymous_calls", client.address, counts.quotas);
}

/** @throws RATE_LIMITED */
async function take(name: LimitName, subject: string, quotas: Quota[]): Promise<void> {
  const quota = await takeQuota(name, subject);
  quotas.push(quota);
  requireQuota(quota);
}

const REFUSAL_OF = {
  canStageOrders: "STAGING_NOT_ALLOWED",
  canManageWebhooks: "WEBHOOKS_NOT_ALLOWED",
  canReadPartner: "PARTNER_NOT_ALLOWED",
} as const satisfies Record<McpPermission, string>;

/** Where a paused program still gets an answer: the MCP server refuses each tool itself, and a key may check its own state. */
const ANSWERS_PAUSED: ReadonlySet<Credential> = new Set(["assistant", "mcp_key"]);

/** @throws ASSISTANTS_PAUSED, INSUFFICIENT_SCOPE for a token without the scope of the definition, and the refusal of a key without the permission */
export function checkScope({ credential, scope, permission }: Access, actor: Actor): void {
  const isPaused = "isPaused" in actor && actor.isPaused === true;
  if (isPaused && !ANSWERS_PAUSED.has(credential)) throw pausedError();
  if (permission !== undefined && actor.kind === "mcp_key" && !actor[permission]) {
    throw new ServiceError(REFUSAL_OF[permission]);
  }
  if (scope !== undefined && actor.kind === "oauth_grant") requireScope(actor, scope);
}

/** Records calls of machines for their owners; refused keys are recorded during authentication. */
export function noteUse(
  actor: Actor | undefined,
  outcome: string,
  { now, client }: { now: number; client: Client },
): void {
  if (actor?.kind === "oauth_grant") {
    noteKeyUse({ kind: actor.kind, keyId: actor.grantId, outcome, now, client });
  } else if (actor?.kind === "mcp_key" || actor?.kind === "bot_key") {
    noteKeyUse({ kind: actor.kind, keyId: actor.keyId, outcome, now, client });
  }
}

/** Ids of paths are left out, so that an endpoint is one line of the user's list. */
const ID = /(?<=\/)(?:[a-z]{2,8}_[\w-]+|\d+)(?=\/|$)/g;

/** Counts what a key or an app read through the API; the MCP server counts by tool. */
export function noteApiRead(
  { credential }: Access,
  actor: Actor,
  { request, now }: { request: Request; now: number },
): void {
  if (credential !== "reader" && credential !== "owner") return;
  const path = new URL(request.url).pathname.replace(ID, "{id}");
  const what = `${request.method} ${path}`;
  if (actor.kind === "oauth_grant") noteKeyRead({ keyId: actor.grantId, what, now });
  else if (actor.kind === "mcp_key") noteKeyRead({ keyId: actor.keyId, what, now });
}

/** @throws RATE_LIMITED */
export async function takeQuotaOf(actor: Actor, quotas: Quota[]): Promise<void> {
  const limited = limitOf(actor);
  if (limited !== undefined) await take(...limited, quotas);
}

/**
 * Takes what an expensive call costs from the budget of its account. It is announced in calls of that cost, and only when it
 * refuses: beside the count of calls it would confuse.
 * @throws RATE_LIMITED
 */
export async function takeCostOf(actor: Actor, cost: number, quotas: Quota[]): Promise<void> {
  if (cost === 0 || !("userId" in actor)) return;
  const quota = inRequests(await takeQuota("account_cpu", actor.userId, cost), cost);
  if (!quota.allowed) quotas.push(quota);
  requireQuota(quota);
}

/** The limits of a caller; anonymous calls have been counted by their address. */
function limitOf(actor: Actor): [name: LimitName, subject: string] | undefined {
  switch (actor.kind) {
    case "session":
      return ["signed_in", actor.userId];
    case "mcp_key":
      return [actor.tier === "elevated" ? "mcp_key_elevated" : "mcp_key", actor.keyId];
    case "oauth_grant":
      return ["oauth_grant", actor.grantId];
    case "bot_key":
      return [actor.tier === "elevated" ? "bot_key_elevated" : "bot_key", actor.keyId];
    case "anonymous":
    case "operator":
      return undefined;
  }
}
