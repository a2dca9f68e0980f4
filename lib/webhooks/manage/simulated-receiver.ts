/** The sandbox's receiver, for people who try webhooks on this machine. */
import "server-only";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type HttpRequest, sendHttp, UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { receiverUrl } from "#lib/platform/outbound/webhook-targets.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { ChosenSecret } from "./terms.ts";

const TIMEOUT_MS = 3_000;
/** Room for a hundred deliveries with bodies of 32 KiB. */
const MAX_BYTES = 8 * 1_024 * 1_024;

export const ReceiverParams = z.object({ name: z.string().regex(/^[a-z0-9-]{1,40}$/) });

export const ReceiverSettings = z.strictObject({
  secret: ChosenSecret.optional().describe("Checks signatures from now on"),
  status: z.int().min(200).max(599).optional().describe("Of every answer"),
});

type Call = {
  ctx: { actor: SessionActor };
  input: { params: z.output<typeof ReceiverParams> };
};

/** @throws NOT_FOUND without a sandbox, and for a receiver of another account */
export function readReceiver({ ctx, input: { params } }: Call): Promise<Response> {
  return askReceiver({ ...ctx, ...params }, { method: "GET" });
}

/** @throws NOT_FOUND without a sandbox, and for a receiver of another account */
export function changeReceiver({
  ctx,
  input: { params, body },
}: Call & { input: { body: z.output<typeof ReceiverSettings> } }): Promise<Response> {
  return askReceiver({ ...ctx, ...params }, { method: "PUT", body: JSON.stringify(body) });
}

/**
 * Whether the receiver belongs to the account: the first webhook that delivers to it must be the
 * account's.
 */
export async function ownsReceiver(
  db: Pick<Database, "select">,
  { userId, url }: { userId: string; url: string },
): Promise<boolean> {
  const [first] = await db
    .select({ userId: webhooks.userId })
    .from(webhooks)
    .where(eq(webhooks.url, url))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    .limit(1);
  return first?.userId === userId;
}

async function askReceiver(
  { actor, name }: { actor: SessionActor; name: string },
  request: Pick<HttpRequest, "method" | "body">,
): Promise<Response> {
  const url = receiverUrl();
  if (url === undefined) throw new ServiceError("NOT_FOUND");
  const own = { userId: actor.userId, url: `${url}${name}` };
  if (!(await ownsReceiver(await database(), own))) throw new ServiceError("NOT_FOUND");
  try {
    const { status, body } = await sendHttp({
      ...request,
      url: `${url}${name}`,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: MAX_BYTES,
    });
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  } catch (error) {
    if (error instanceof UpstreamError) throw new ServiceError("SANDBOX_UNREACHABLE");
    throw error;
  }
}
