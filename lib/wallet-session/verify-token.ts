/**
 * Wallet-session tokens of callers without a cookie (spec 1, "Authentication" 1). Ours are dead when their session is; those
 * of the issuer that WALLET_JWT_ISSUER names count by their signature and their times alone.
 */
import "server-only";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { Client, SessionActor } from "#lib/actor.ts";
import { config, type WalletJwtConfig } from "#lib/config.ts";
import { database } from "#lib/db/client.ts";
import { ServiceError } from "#lib/errors.ts";
import { firstWallet, personOf } from "#lib/identity/person.ts";
import { liveSession } from "./session-rows.ts";
import { walletTokenKeys } from "./wallet-token.ts";

/** Clocks of issuers differ a little. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_AGE = "24h";
/** What signs with a shared secret would let every verifier make tokens. */
const ASYMMETRIC = ["ES256", "ES384", "ES512", "PS256", "RS256", "EdDSA"];
const JWKS_TIMEOUT_MS = 3_000;

type Context = { now: number; client: Client };

const invalid = (reason: string): ServiceError => new ServiceError("INVALID_TOKEN", { reason });
/** Of a token whose signature is right: whoever made it, its bearer did not guess it. */
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

/** The caller is known by issuer and subject only. Claims about wallets or mail are the issuer's word and link nothing. */
async function externalSession(
  token: string,
  external: WalletJwtConfig,
  ctx: Context,
): Promise<SessionActor> {
  const { issuer, audience } = external;
  const payload = await verify(token, remoteKeys(external), { issuer, audience, now: ctx.now });
  const { sub = "" } = payload;
  const subject = `${issuer}#${sub}`;
  const { userId } = await personOf({ kind: "oidc", subject, label: sub }, ctx);
  return {
    kind: "session",
    userId,
    sessionId: `${userId}.external`,
    account: await firstWallet(await database(), userId),
    // Issuers renew tokens without asking their person again.
    provedAt: 0,
  };
}

let remote: { url: string; keys: JWTVerifyGetKey } | undefined;

/** Fetched once and again when a token names a key that is not among them, at most twice a minute. */
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

/** The issuer's keys did not come in time, came with another status than 200, or are none. */
const NO_KEYS = new Set([errors.JWKSTimeout.code, errors.JOSEError.code, errors.JWKSInvalid.code]);

function refusalOf(error: unknown): ServiceError {
  if (error instanceof errors.JWTExpired) return noMore("it has expired");
  if (error instanceof errors.JWTClaimValidationFailed) {
    return invalid(`its claim ${error.claim} is not what it must be`);
  }
  if (error instanceof errors.JWKSNoMatchingKey) return invalid("its key is not a published one");
  const isAway = !(error instanceof errors.JOSEError) || NO_KEYS.has(error.code);
  const refusal = isAway
    ? new ServiceError("IDENTITY_PROVIDER_UNREACHABLE")
    : invalid("its signature does not match");
  refusal.cause = error;
  return refusal;
}
