/**
 * Targets of the consent form for its content security policy: browsers check `form-action` for each redirect after a form,
 * those of the client included. By then the answer has left this site, so a callback may redirect to any other site over
 * https: blocking that would only break the sign-in.
 */
import "server-only";
import { hash } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { database } from "#lib/platform/db/client.ts";

const CONSENT = /^\/oauth\/consent\/([^/]+)$/;

export type ConsentTarget = {
  uid: string;
  /** No pending authorization: it is used up, expired, or never existed. */
  isOver: boolean;
  /** Sources of the policy beside this origin; `undefined` when there are none. */
  sources: string | undefined;
};

/** `undefined` for the path of any other page. */
export async function consentTargetOf(
  path: string,
  now: number,
): Promise<ConsentTarget | undefined> {
  const uid = CONSENT.exec(path)?.[1];
  if (uid === undefined) return undefined;
  const db = await database();
  const [found] = await db
    .select({ payload: oauthRecords.payload })
    .from(oauthRecords)
    .where(
      and(
        eq(oauthRecords.model, "Interaction"),
        eq(oauthRecords.idHash, hash("sha256", uid, "hex")),
        gt(oauthRecords.expiresAt, new Date(now)),
      ),
    );
  const { params } = (found?.payload ?? {}) as { params?: { redirect_uri?: unknown } };
  const redirectUri = params?.redirect_uri;
  const sources = typeof redirectUri === "string" ? sourceOf(redirectUri) : undefined;
  return { uid, isOver: found === undefined, sources };
}

/** Only this form may go into a policy: any other character could end the directive. */
const SOURCE = /^https?:(?:\/\/[a-z0-9._-]+(?::\d+)?)?$/;

/**
 * The origin of a site or of a program on this machine, and any https origin after it. A page of this site, not the form,
 * opens an app with its own scheme. `redirectUri` was checked against those of the client.
 */
export function sourceOf(redirectUri: string): string | undefined {
  const url = URL.parse(redirectUri);
  if (url === null) return undefined;
  // The policy's grammar has no IPv6 addresses: for `[::1]` only the scheme can be named.
  const source = url.hostname.startsWith("[") ? url.protocol : url.origin;
  return SOURCE.test(source) ? `${source} https:` : undefined;
}
