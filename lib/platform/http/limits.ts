/**
 * Every limit of the app's requests, and how to count against one. What counts, the server has opened (`openLimits`): bundled
 * route handlers, which have their own copy of this module, carry none of it.
 */
import type { Quota, RateLimit, RateRule } from "./rate-limit.ts";

const MINUTE = 60;

export const LIMITS = {
  /** `/api/perps-dex` and `/api/public` (spec 2, "Limits"). */
  public_data: { limit: 600, seconds: MINUTE, by: "address" },
  /** Everything that Next renders, and what a page fetches when somebody goes on to the next. */
  pages: { limit: 600, seconds: MINUTE, by: "address" },
  /** What a page fetches for links that nobody has followed, up to two for each: without it the link is only slower. */
  prefetches: { limit: 1_200, seconds: MINUTE, by: "address" },
  /** `POST /api/auth/*`, and the way back from an identity provider. */
  sign_in_writes: { limit: 120, seconds: MINUTE, by: "address" },
  /** Mails with a link to sign in, to one mail address: whoever it belongs to did not ask for them. */
  sign_in_mails: { limit: 5, seconds: 15 * MINUTE, by: "mail" },
  sign_in_mails_of_address: { limit: 30, seconds: 60 * MINUTE, by: "address" },
  /** Mails that a signed-in user asks for to link or to prove; the subject is the user's id. */
  session_mails: { limit: 10, seconds: 15 * MINUTE, by: "session" },
  /** Mails with a link that links, to one mail address, which need not be the user's. */
  link_mails: { limit: 5, seconds: 15 * MINUTE, by: "mail" },
  /** Refused proofs that are noted in the log of an account; the subject is the user's id and the way. */
  noted_refusals: { limit: 1, seconds: 60 * MINUTE, by: "session" },
  /** The API of a signed-in user; the subject is the user's id. */
  signed_in: { limit: 1_800, seconds: MINUTE, by: "session" },
  /** Keys that a person makes or replaces, of both kinds together; ending one is free. The subject is the user's id. */
  key_changes: { limit: 30, seconds: 60 * MINUTE, by: "session" },
  /** The subject of these four is the key's id. */
  mcp_key: { limit: 120, seconds: MINUTE, by: "key" },
  mcp_key_elevated: { limit: 1_200, seconds: MINUTE, by: "key" },
  bot_key: { limit: 240, seconds: MINUTE, by: "key" },
  bot_key_elevated: { limit: 2_400, seconds: MINUTE, by: "key" },
  /** The subject is the id of the user's grant. */
  oauth_grant: { limit: 120, seconds: MINUTE, by: "grant" },
  /** Access tokens that are made with refresh tokens; the subject is the id of the user's grant. */
  oauth_rotations: { limit: 120, seconds: 60 * MINUTE, by: "grant" },
  /** Authorization, tokens and revocation. Products with many users come from few addresses. */
  oauth_requests: { limit: 1_200, seconds: MINUTE, by: "address" },
  /** Clients that register themselves. Assistants of one maker do so from a few shared addresses. */
  oauth_registrations: { limit: 240, seconds: 60 * MINUTE, by: "address" },
  /** Client documents of which nothing is known yet: each is a request of ours to a host that the client names. */
  oauth_documents: { limit: 30, seconds: MINUTE, by: "address" },
  /** Orders that machines propose, as far as they wait for their user then; the subject is the key's or the grant's id. */
  staged_orders: { limit: 60, seconds: 60 * MINUTE, by: "key" },
  /** 401s that a guesser would get. What is over it is refused as 429; a right credential is served all the same. */
  key_failures: { limit: 60, seconds: MINUTE, by: "address" },
} as const satisfies Record<string, RateRule>;

export type LimitName = keyof typeof LIMITS;

/** What one process counts with. */
export type Limits = {
  of: (name: LimitName) => RateLimit;
  close: () => Promise<void>;
};

const SLOT: unique symbol = Symbol.for("svc.limits");
const holder: typeof globalThis & { [SLOT]?: Limits | undefined } = globalThis;

/** What all copies of this module count with from now on. */
export function useLimits(limits: Limits): void {
  holder[SLOT] = limits;
}

/** Leaves Redis; does nothing when nothing was opened. */
export async function closeLimits(): Promise<void> {
  const opened = holder[SLOT];
  holder[SLOT] = undefined;
  await opened?.close();
}

/**
 * Counts one request of `subject`: the client's address, the user's id, the key's id or the normalised mail address, as
 * the limit's `by` says. The answer carries `quotaHeaders`, and `requireQuota` refuses what is over it.
 */
export async function takeQuota(name: LimitName, subject: string): Promise<Quota> {
  return (await processLimits()).of(name).take(subject);
}

/**
 * The refusal when `subject` has nothing left, without counting: for limits of failures, which are counted afterwards. Of
 * counts in Redis it knows those that this process was told.
 */
export async function spentQuota(name: LimitName, subject: string): Promise<Quota | undefined> {
  return (await processLimits()).of(name).spent(subject);
}

/** The headers of a limited answer: of the tightest, when several limits apply. 429 also has Retry-After, by its error. */
export function quotaHeaders(...quotas: [Quota, ...Quota[]]): Record<string, string> {
  const { limit, remaining, resetSeconds } = quotas.reduce(tighter);
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  };
}

/** The one that a caller meets first: less left, or as little for longer. */
function tighter(one: Quota, other: Quota): Quota {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return other.resetSeconds > one.resetSeconds ? other : one;
}

async function processLimits(): Promise<Limits> {
  if (holder[SLOT] === undefined) {
    const { createMemoryLimit } = await import("./rate-limit-memory.ts");
    // Another request may have been here meanwhile.
    holder[SLOT] ??= {
      of: oncePerName((name) => createMemoryLimit(LIMITS[name])),
      close: async () => {},
    };
  }
  return holder[SLOT];
}

/** Makes the limit of a name when it is first asked for. */
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
