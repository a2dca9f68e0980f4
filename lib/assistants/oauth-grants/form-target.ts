/**
 * Where the form of a consent page may end, for its content security policy: browsers hold `form-action` against each
 * redirect behind a form, those of the client included. The answer has left this site by then: a callback that leads on to
 * another site over https is the client's own business, and stopping it there would only break the sign-in.
 */
import "server-only";
import { hash } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { oauthRecords } from "#lib/platform/db/schema/oauth.ts";

const CONSENT = /^\/oauth\/consent\/([^/]+)$/;

export type ConsentTarget = {
  uid: string;
  /** Nothing waits for an answer there: it is used up, too old, or never was. */
  isOver: boolean;
  /** Sources of the policy beside this site; `undefined` when there are none. */
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

/** No other text stands in a policy: one more sign could end the directive. */
const SOURCE = /^https?:(?:\/\/[a-z0-9._-]+(?::\d+)?)?$/;

/**
 * The origin of a site or of a program on this machine, and https behind it. An app of its own scheme is opened by a page of
 * this site, not by the form. `redirectUri` was held against those of the client.
 */
export function sourceOf(redirectUri: string): string | undefined {
  const url = URL.parse(redirectUri);
  if (url === null) return undefined;
  // The policy's grammar knows no IPv6 address: of `[::1]` only the scheme can be named.
  const source = url.hostname.startsWith("[") ? url.protocol : url.origin;
  return SOURCE.test(source) ? `${source} https:` : undefined;
}
