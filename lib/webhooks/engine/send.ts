/** One attempt: the request, and what became of it. */
import "server-only";
import { type Network, OutboundError, sendOutbound } from "#lib/platform/outbound/outbound.ts";
import { ATTEMPT_TIMEOUT_MS, type AttemptFailure } from "#lib/protocol/webhooks.ts";
import { deliveryBody, deliveryHeaders } from "#lib/webhooks/core/signature.ts";
import type { Claimed } from "./claim.ts";

/** What is kept of a response's body. */
const MOST_RESPONSE_BYTES = 16_384;

export type Result = {
  startedAt: number;
  endedAt: number;
  status: number | null;
  failure: AttemptFailure | null;
  response: string | null;
};

type Sending = {
  network: Network;
  /** The live secrets, the newest first; at least one. */
  secrets: readonly string[];
  /** Unix milliseconds. */
  now: () => number;
};

/** Sends it once; every failure is a result. */
export async function send(delivery: Claimed, sending: Sending): Promise<Result> {
  const startedAt = sending.now();
  const body = deliveryBody(delivery);
  const headers = deliveryHeaders(delivery, body, { secrets: sending.secrets, now: startedAt });
  const outcome = await exchange(delivery.url, { body, headers, network: sending.network });
  return { startedAt, endedAt: sending.now(), ...outcome };
}

type Exchange = { body: string; headers: Record<string, string>; network: Network };

async function exchange(
  url: string,
  { body, headers, network }: Exchange,
): Promise<Omit<Result, "startedAt" | "endedAt">> {
  try {
    const answer = await sendOutbound(
      {
        url: new URL(url),
        headers,
        body: Buffer.from(body, "utf8"),
        mostRedirects: 0,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        maxBytes: MOST_RESPONSE_BYTES,
        cutsBody: true,
      },
      network,
    );
    const isTaken = answer.status >= 200 && answer.status < 300;
    return {
      status: answer.status,
      failure: isTaken ? null : "status",
      // Postgres takes no NUL in text.
      response: answer.body.toString("utf8").replaceAll("\0", ""),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: null, failure: failureOf(error), response: null };
  }
}

function failureOf({ failure }: OutboundError): AttemptFailure {
  return failure === "too_large" || failure === "too_many_redirects" ? "unreachable" : failure;
}
