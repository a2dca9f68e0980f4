/**
 * Every rate limit of the app, and how to count against one. The server opens the counters (`openLimits`); bundled route
 * handlers, which have their own copy of this module, share them.
 */
import { processSlot } from "#lib/kernel/process-slot.ts";
import type { Quota, RateLimit, RateRule } from "./quota.ts";

const MINUTE = 60;

export const LIMITS = {
  /** `/api/perps-dex` and `/api/public` (docs/api/streams.md). */
  public_data: { limit: 600, seconds: MINUTE, by: "address" },
  /** Pages that Next renders, and the data that a page fetches when the user navigates. */
  pages: { limit: 600, seconds: MINUTE, by: "address" },
  /** Prefetches, up to two for each link: without them following a link is only slower. 750 a minute. */
  prefetches: { limit: 100, seconds: 8, refills: true, by: "address" },
  /**
   * What the pages and chain reads of an address cost: milliseconds of CPU by what is requested (`lib/server/request-costs.ts`), a fifth of
   * a core.
   */
  cpu: { limit: 1_600, seconds: 8, refills: true, by: "address" },
  /** The same for the expensive reads of an account, by all of its sessions, keys and grants. The subject is the user's id. */
  account_cpu: { limit: 1_600, seconds: 8, refills: true, by: "session" },
  /** Calls that need no credential and have no limit of their own, and calls without the credential that they need. */
  anonymous_calls: { limit: 1_200, seconds: MINUTE, by: "address" },
  /** `POST /api/auth/*`, and callbacks of an identity provider. */
  sign_in_writes: { limit: 120, seconds: MINUTE, by: "address" },
  /** Sign-in mails to one address, whose owner may not have requested them. */
  sign_in_mails: { limit: 5, seconds: 15 * MINUTE, by: "mail" },
  /** The same for browsers that have signed in with it before: strangers cannot use these up. */
  sign_in_mails_of_known_browser: { limit: 5, seconds: 15 * MINUTE, by: "mail" },
  sign_in_mails_of_address: { limit: 30, seconds: 60 * MINUTE, by: "address" },
  /** Mails that a signed-in user requests to link or to prove an address; the subject is the user's id. */
  session_mails: { limit: 10, seconds: 15 * MINUTE, by: "session" },
  /** Mails that link an address, to that address, which need not be the user's. */
  link_mails: { limit: 5, seconds: 15 * MINUTE, by: "mail" },
  /** Refused proofs that are recorded in the audit log of an account; the subject is the user's id and the method. */
  noted_refusals: { limit: 1, seconds: 60 * MINUTE, by: "session" },
  /** The API of a signed-in user; the subject is the user's id. */
  signed_in: { limit: 1_800, seconds: MINUTE, by: "session" },
  /** Keys that a person creates or rotates, of both kinds together; revoking one is free. The subject is the user's id. */
  key_changes: { limit: 30, seconds: 60 * MINUTE, by: "session" },
  /** The subject of these four is the key's id. */
  mcp_key: { limit: 120, seconds: MINUTE, by: "key" },
  mcp_key_elevated: { limit: 1_200, seconds: MINUTE, by: "key" },
  bot_key: { limit: 240, seconds: MINUTE, by: "key" },
  bot_key_elevated: { limit: 2_400, seconds: MINUTE, by: "key" },
  /** The subject is the id of the user's grant. */
  oauth_grant: { limit: 120, seconds: MINUTE, by: "grant" },
  /** Access tokens issued for refresh tokens; the subject is the id of the user's grant. */
  oauth_rotations: { limit: 120, seconds: 60 * MINUTE, by: "grant" },
  /** Authorization, tokens and revocation. Products with many users come from few addresses. */
  oauth_requests: { limit: 1_200, seconds: MINUTE, by: "address" },
  /** Clients that register themselves. Assistants of one vendor do so from a few shared addresses. */
  oauth_registrations: { limit: 240, seconds: 60 * MINUTE, by: "address" },
  /** First fetches of client documents: each is an outgoing request to a host that the client names. */
  oauth_documents: { limit: 30, seconds: MINUTE, by: "address" },
  /** Orders that machines propose and that then wait for their user; the subject is the key's or the grant's id. */
  staged_orders: { limit: 60, seconds: 60 * MINUTE, by: "key" },
  /** Reads of the chain that pages make through the app: the operator pays for the calls of a node. */
  chain_reads: { limit: 600, seconds: MINUTE, by: "address" },
  /** Signed deposits that are passed on; the same one may be sent again until its end is known. The subject is the user's id. */
  chain_sends: { limit: 120, seconds: MINUTE, by: "session" },
  /** Simulated SOL and USDC for a new wallet; the subject is the account's address. */
  newcomer_tokens: { limit: 1, seconds: 60 * MINUTE, by: "session" },
  /** Webhooks and secrets that are added or changed, test deliveries, and replays; the subject is the user's id. */
  webhook_changes: { limit: 60, seconds: 60 * MINUTE, by: "session" },
  webhook_tests: { limit: 60, seconds: 60 * MINUTE, by: "session" },
  webhook_replays: { limit: 60, seconds: 60 * MINUTE, by: "session" },
  /** Browsers that opt in to pushes, and tests of them: each is an outgoing request. The subject is the user's id. */
  push_browsers: { limit: 60, seconds: 60 * MINUTE, by: "session" },
  /** Purchases with a card that are begun; the subject is the user's id. */
  onramp_purchases: { limit: 30, seconds: 60 * MINUTE, by: "session" },
  /** Callbacks of a provider, forged ones among them: what strangers send does not count against the provider. */
  onramp_callbacks: { limit: 600, seconds: MINUTE, by: "address" },
  /** Clicks on partner links that are counted; a link that is followed more often works all the same. */
  link_clicks: { limit: 50, seconds: 24 * 60 * MINUTE, by: "address" },
  /** 401s that a guesser would get. Further failures get 429; a valid credential is still served. */
  key_failures: { limit: 60, seconds: MINUTE, by: "address" },
} as const satisfies Record<string, RateRule>;

export type LimitName = keyof typeof LIMITS;

/** The counters of one process. */
export type Limits = {
  of: (name: LimitName) => RateLimit;
  close: () => Promise<void>;
};

const slot = processSlot<Limits>("limits");

/** Sets the counters that all copies of this module use from now on. */
export function setLimits(limits: Limits): void {
  slot.value = limits;
}

/** Disconnects from Redis; does nothing when nothing was opened. */
export async function closeLimits(): Promise<void> {
  const opened = slot.value;
  slot.value = undefined;
  await opened?.close();
}

/**
 * Counts one request of `subject`: the client's address, the user's id, the key's id or the normalised mail address, as
 * the limit's `by` says. The answer carries `quotaHeaders`, and `requireQuota` refuses a request over the limit.
 * @param cost its units, by default 1
 */
export async function takeQuota(name: LimitName, subject: string, cost?: number): Promise<Quota> {
  return (await processLimits()).of(name).take(subject, cost);
}

/**
 * The refusal when `subject` has nothing left, without counting: for limits of failures, which are counted afterwards. It
 * knows only the counts that Redis has reported to this process.
 */
export async function spentQuota(name: LimitName, subject: string): Promise<Quota | undefined> {
  return (await processLimits()).of(name).spent(subject);
}

/** The headers of a limited answer, of the tightest limit when several apply. A 429 also has Retry-After, from its error. */
export function quotaHeaders(...quotas: [Quota, ...Quota[]]): Record<string, string> {
  const { limit, remaining, resetSeconds } = quotas.reduce(tighter);
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  };
}

/** The limit that a caller reaches first: fewer requests left, or as few for longer. */
function tighter(one: Quota, other: Quota): Quota {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return other.resetSeconds > one.resetSeconds ? other : one;
}

async function processLimits(): Promise<Limits> {
  if (slot.value === undefined) {
    const { createMemoryLimit } = await import("./rate-limit-memory.ts");
    // Another request may have set it during the import.
    slot.value ??= {
      of: oncePerName((name) => createMemoryLimit(LIMITS[name])),
      close: async () => {},
    };
  }
  return slot.value;
}

/** Creates the limit of a name at its first use. */
export function oncePerName(
  create: (name: LimitName) => RateLimit,
): (name: LimitName) => RateLimit {
  const made = new Map<LimitName, RateLimit>();
  return (name) => {
    const limit = made.get(name) ?? create(name);
    made.set(name, limit);
    return limit;
  };
}
