/** How many mails may be asked for: by one client, and for one mailbox, whose owner did not ask for them. */
import "server-only";
import type { Client } from "#lib/actor.ts";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { errorHeaders } from "#lib/http/error-headers.ts";
import { quotaHeaders, takeQuota } from "#lib/http/limits.ts";
import { respond } from "#lib/http/route.ts";

type Context = { client: Client; requestId: string };

/**
 * Answers 202 with what `send` gives, or 429, both with what is left. `email`: as `EmailAddress` parses it. What a client
 * asks for beyond its own limit does not count against the mailbox.
 */
export async function withinMailQuota(
  email: string,
  { client, requestId }: Context,
  send: () => Promise<object>,
): Promise<unknown> {
  const ofClient = await takeQuota("sign_in_mails_of_address", client.address);
  if (!ofClient.allowed) return refuse(ofClient, requestId);
  const ofMailbox = await takeQuota("sign_in_mails", email);
  if (!ofMailbox.allowed) return refuse(ofMailbox, requestId);
  return respond(202, await send(), quotaHeaders(ofClient, ofMailbox));
}

type Quota = Awaited<ReturnType<typeof takeQuota>>;

/** A whole Response: the body is not the one that the route's schema describes. */
function refuse(quota: Quota, requestId: string): Response {
  const error = new ServiceError("RATE_LIMITED", { retryAfterSeconds: quota.resetSeconds });
  const { status, body } = toErrorBody(error, requestId);
  return Response.json(body, {
    status,
    headers: { ...errorHeaders(error), ...quotaHeaders(quota) },
  });
}
