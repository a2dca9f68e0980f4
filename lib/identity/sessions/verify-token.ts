/**
 * Wallet-session tokens of callers without a cookie. Tokens of this service end with their
 * session; those of the issuer that WALLET_JWT_ISSUER names are valid by their signature and times alone.
 */
import "server-only";
import { and, eq } from "drizzle-orm";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { firstWallet, type ProvedIdentity, personOf } from "#lib/identity/person/person.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config, type WalletJwtConfig } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { liveSession } from "./session-rows.ts";
import { externalSessionId, walletTokenKeys } from "./wallet-token.ts";

/** Clocks of issuers differ a little. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_AGE = "24h";
/** Asymmetric algorithms only: with a shared secret every verifier could create tokens. */
const ASYMMETRIC = ["ES256", "ES384", "ES512", "PS256", "RS256", "EdDSA"];
const JWKS_TIMEOUT_MS = 3_000;

const USED_EVERY_MS = 60_000;

type Context = { now: number; client: Client };

const invalid = (reason: string): ServiceError => new ServiceError("INVALID_TOKEN", { reason });
/** A refusal of a token with a valid signature, which its bearer cannot have guessed. */
const noMore = (reason: string): ServiceError =>
  new ServiceError("INVALID_TOKEN", { reason, wasGood: true });

/** @throws INVALID_TOKEN, IDENTITY_PROVIDER_UNREACHABLE */
export async function sessionOfToken(token: string, ctx: Context): Promise<SessionActor> {
  const { baseUrl, walletJwt } = config();
  const issuer = issuerOf(token);
  if (issuer === baseUrl) return ownSession(token, ctx);
  if (walletJwt !== undefined && issuer === walletJwt.issuer) {
    return externalSession(token, walletJwt, ctx);
  }
  throw invalid("its issuer is not one that this service takes");
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    throw invalid("it is no JWT");
  }
}

async function ownSession(token: string, ctx: Context): Promise<SessionActor> {
  const { baseUrl } = config();
  const keys = createLocalJWKSet(await walletTokenKeys());
  const payload = await verify(token, keys, { issuer: baseUrl, audience: baseUrl, now: ctx.now });
  const { sid } = payload;
  const session = typeof sid === "string" ? await liveSession(sid, ctx.now, ctx.client) : undefined;
  if (session === undefined) throw noMore("its session has ended");
  return session.actor;
}

/** Issuer and subject identify the caller. Claims about wallets or mail are unverified and link nothing. */
async function externalSession(
  token: string,
  external: WalletJwtConfig,
  ctx: Context,
): Promise<SessionActor> {
  const { issuer, audience } = external;
  const payload = await verify(token, remoteKeys(external), { issuer, audience, now: ctx.now });
  const { sub = "" } = payload;
  const proved: ProvedIdentity = { kind: "oidc", subject: `${issuer}#${sub}`, label: sub };
  const { userId } = (await knownPerson(proved, ctx.now)) ?? (await personOf(proved, ctx));
  return {
    kind: "session",
    userId,
    sessionId: externalSessionId(userId),
    account: await firstWallet(await database(), userId),
    provedAt: provedAt(payload, ctx.now),
  };
}

/** When the issuer authenticated the person. Issuers renew tokens without that, so a token without the claim is not a fresh proof. */
function provedAt({ auth_time: claim }: JWTPayload, now: number): number {
  if (typeof claim !== "number" || !Number.isFinite(claim) || claim < 0) return 0;
  const at = claim * 1000;
  return at > now + CLOCK_TOLERANCE_SECONDS * 1000 ? 0 : Math.min(at, now);
}

/**
 * The account of the identity, if it is linked. Because of frequent requests its last use is written once a minute; its label
 * stays the one of the linking.
 */
async function knownPerson(
  { kind, subject }: ProvedIdentity,
  now: number,
): Promise<{ userId: string } | undefined> {
  const db = await database();
  const { id, userId, lastUsedAt } = identities;
  const [row] = await db
    .select({ id, userId, lastUsedAt })
    .from(identities)
    .where(and(eq(identities.kind, kind), eq(identities.subject, subject)));
  if (row !== undefined && now - row.lastUsedAt.getTime() >= USED_EVERY_MS) {
    await db
      .update(identities)
      .set({ lastUsedAt: new Date(now) })
      .where(eq(id, row.id));
  }
  return row;
}

let remote: { url: string; keys: JWTVerifyGetKey } | undefined;

/** Fetched once, and again for a token with an unknown key, at most twice a minute. */
function remoteKeys({ jwksUrl }: WalletJwtConfig): JWTVerifyGetKey {
  if (remote?.url !== jwksUrl) {
    const keys = createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: JWKS_TIMEOUT_MS,
      cooldownDuration: 30_000,
      cacheMaxAge: 10 * 60_000,
    });
    remote = { url: jwksUrl, keys };
  }
  return remote.keys;
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string; now: number },
): Promise<JWTPayload> {
  const { issuer, audience, now } = expected;
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ASYMMETRIC,
      requiredClaims: ["exp", "iat", "sub"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE,
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The issuer's keys were late, had another status than 200, or were malformed. */
const NO_KEYS = new Set([errors.JWKSTimeout.code, errors.JOSEError.code, errors.JWKSInvalid.code]);

function refusalOf(error: unknown): ServiceError {
  if (error instanceof errors.JWTExpired) return noMore("it has expired");
  if (error instanceof errors.JWTClaimValidationFailed) {
    return invalid(`its claim ${error.claim} is not what it must be`);
  }
  if (error instanceof errors.JWKSNoMatchingKey) return invalid("its key is not a published one");
  const isUnavailable = !(error instanceof errors.JOSEError) || NO_KEYS.has(error.code);
  const refusal = isUnavailable
    ? new ServiceError("IDENTITY_PROVIDER_UNREACHABLE")
    : invalid("its signature does not match");
  refusal.cause = error;
  return refusal;
}
