/** The receiver of the sandbox, for people who try webhooks on this machine. */
import "server-only";
import { z } from "zod";
import { ServiceError } from "#lib/platform/errors.ts";
import { type HttpRequest, sendHttp, UpstreamError } from "#lib/platform/http-client.ts";
import { receiverUrl } from "#lib/webhooks/core/webhook-targets.ts";
import { ChosenSecret } from "./terms.ts";

const TIMEOUT_MS = 3_000;
/** A hundred deliveries with bodies of 32 KiB. */
const MOST_BYTES = 8 * 1_024 * 1_024;

export const ReceiverParams = z.object({ name: z.string().regex(/^[a-z0-9-]{1,40}$/) });

export const ReceiverSettings = z.strictObject({
  secret: ChosenSecret.optional().describe("Checks signatures from now on"),
  status: z.int().min(200).max(599).optional().describe("Of every answer"),
});

type Call = { input: { params: z.output<typeof ReceiverParams> } };

/** @throws NOT_FOUND without a sandbox */
export function readReceiver({ input: { params } }: Call): Promise<Response> {
  return askReceiver(params.name, { method: "GET" });
}

/** @throws NOT_FOUND without a sandbox */
export function changeReceiver({
  input: { params, body },
}: Call & { input: { body: z.output<typeof ReceiverSettings> } }): Promise<Response> {
  return askReceiver(params.name, { method: "PUT", body: JSON.stringify(body) });
}

async function askReceiver(
  name: string,
  request: Pick<HttpRequest, "method" | "body">,
): Promise<Response> {
  const url = receiverUrl();
  if (url === undefined) throw new ServiceError("NOT_FOUND");
  try {
    const { status, body } = await sendHttp({
      ...request,
      url: `${url}${name}`,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: MOST_BYTES,
    });
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  } catch (error) {
    if (error instanceof UpstreamError) throw new ServiceError("SANDBOX_UNREACHABLE");
    throw error;
  }
}
