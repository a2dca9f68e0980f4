/**
 * Errands are flows to the identity provider that link or prove an identity instead of signing in. A session requests one,
 * leaves with a `state`, and returns with it. The state identifies the errand, so that no other flow is taken for it.
 */
import "server-only";
import { hash } from "node:crypto";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { z } from "zod";
import { linkIdentity } from "#lib/identity/person/link-identity.ts";
import type { ProvedIdentity } from "#lib/identity/person/person.ts";
import { oidcErrands } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { auditRefusal } from "./audit-refusal.ts";
import { requireFreshProof } from "./fresh-proof.ts";
import { proveIdentity } from "./prove-identity.ts";

/** Time between the request and leaving, which is one step of the same page. */
const LEAVE_MS = 60_000;
/** How long the provider may take with the person. */
const RETURN_MS = 10 * 60_000;
/** Tolerance for the provider's clock, which reports whole seconds. */
const CLOCK_TOLERANCE_MS = 30_000;
/** How long an expired errand stays known, so that its late return is not taken for a sign-in. */
const REMEMBER_MS = 24 * 60 * 60_000;

export const OidcErrandRequest = z.strictObject({ purpose: z.enum(["link", "prove"]) });
/** The address to which the page posts next-auth's form. */
export const OidcErrand = z.strictObject({ url: z.string() });

type Returning = {
  actor: SessionActor | undefined;
  now: number;
  client: Client;
  authenticatedAt: number | undefined;
};

type Purpose = z.output<typeof OidcErrandRequest>["purpose"];

/** For sessions; linking needs a fresh proof of the account. @throws NOT_FOUND without a provider, FRESH_PROOF_REQUIRED */
export async function askOidcErrand(call: {
  ctx: { actor: SessionActor; now: number };
  input: { body: { purpose: Purpose } };
}): Promise<z.output<typeof OidcErrand>> {
  const { actor, now } = call.ctx;
  const { purpose } = call.input.body;
  if (config().oidc === undefined) throw new ServiceError("NOT_FOUND");
  if (purpose === "link") requireFreshProof(actor, now);
  const { sessionId } = actor;
  const db = await database();
  await db.transaction(async (change) => {
    await change.delete(oidcErrands).where(lt(oidcErrands.expiresAt, new Date(now - REMEMBER_MS)));
    await change.delete(oidcErrands).where(notLeft(sessionId));
    const expiresAt = new Date(now + LEAVE_MS);
    await change.insert(oidcErrands).values({ sessionId, purpose, expiresAt });
  });
  return { url: "/api/auth/signin/oidc" };
}

/** True when the session has just requested an errand and its browser has not left yet. */
export async function hasErrand({ sessionId }: SessionActor, now: number): Promise<boolean> {
  const db = await database();
  const requested = await db
    .select({ purpose: oidcErrands.purpose })
    .from(oidcErrands)
    .where(and(notLeft(sessionId), gt(oidcErrands.expiresAt, new Date(now))));
  return requested.length > 0;
}

/** Binds `state` to the session's errand, if it has just requested one. */
export async function leaveForErrand(
  { sessionId }: SessionActor,
  state: string,
  now: number,
): Promise<void> {
  const db = await database();
  await db
    .update(oidcErrands)
    .set({ stateHash: hashOf(state), expiresAt: new Date(now + RETURN_MS) })
    .where(and(notLeft(sessionId), gt(oidcErrands.expiresAt, new Date(now))));
}

/**
 * Completes the errand of `state`, for the same session only. `authenticatedAt`: when the provider authenticated the person, in Unix
 * milliseconds; that must be after the errand began, because another person may use a browser with a session at the provider.
 * @returns false when it is not an errand, so that the flow is a sign-in
 * @throws SIGN_IN_REFUSED when it is late, of another session, or without a new authentication, IDENTITY_IN_USE,
 * IDENTITY_NOT_FOUND
 */
export async function finishErrand(
  state: string,
  proved: ProvedIdentity,
  ctx: Returning,
): Promise<boolean> {
  const { now, client } = ctx;
  const db = await database();
  const [errand] = await db
    .select()
    .from(oidcErrands)
    .where(eq(oidcErrands.stateHash, hashOf(state)));
  if (errand === undefined) return false;
  const { purpose } = errand;
  const by = await auditRefusal(proved, ctx, async () => requireSound(errand, ctx));
  if (purpose === "link") await linkIdentity(proved, { actor: by, now, client });
  else await proveIdentity(proved, { actor: by, now, client });
  return true;
}

/** The session of the errand. @throws SIGN_IN_REFUSED */
function requireSound(
  errand: typeof oidcErrands.$inferSelect,
  { actor, now, authenticatedAt }: Returning,
): SessionActor {
  const isInTime = errand.expiresAt.getTime() > now;
  if (actor === undefined || errand.sessionId !== actor.sessionId || !isInTime) {
    throw new ServiceError("SIGN_IN_REFUSED", { reason: "the flow took too long" });
  }
  const leftAt = errand.expiresAt.getTime() - RETURN_MS;
  if (authenticatedAt === undefined || authenticatedAt < leftAt - CLOCK_TOLERANCE_MS) {
    throw new ServiceError("SIGN_IN_REFUSED", {
      reason: "the provider did not ask you to sign in again",
    });
  }
  return actor;
}

function notLeft(sessionId: string) {
  return and(eq(oidcErrands.sessionId, sessionId), isNull(oidcErrands.stateHash));
}

function hashOf(state: string): string {
  return hash("sha256", state, "hex");
}
