/** One attempt: the request and its result. */
import "server-only";
import type { Trace } from "#lib/kernel/http/http-client.ts";
import {
  type Network,
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
  sendOutbound,
} from "#lib/platform/outbound/guarded-request.ts";
import type { ReusableConnections } from "#lib/platform/outbound/reusable-connections.ts";
import {
  ATTEMPT_TIMEOUT_MS,
  type AttemptFailure,
  type AttemptPhases,
} from "#lib/protocol/webhooks.ts";
import { deliveryBody, deliveryHeaders } from "#lib/webhooks/core/signature.ts";
import type { Claimed } from "./claim-deliveries.ts";

/** How much of a response's body is stored. */
const MAX_RESPONSE_BYTES = 16_384;

export type Result = {
  startedAt: number;
  endedAt: number;
  status: number | null;
  failure: AttemptFailure | null;
  response: string | null;
  /** The address that it connected to. Absent for a lost run, like the phases. */
  address?: string | null;
  phases?: AttemptPhases;
};

type Sending = {
  network: Network;
  /** Open connections, separate for each webhook. */
  connections: ReusableConnections;
  /** The valid secrets, newest first; at least one. */
  secrets: readonly string[];
  /** Unix milliseconds. */
  now: () => number;
};

/** Sends the delivery once. Every failure is a result. */
export async function sendAttempt(delivery: Claimed, sending: Sending): Promise<Result> {
  const startedAt = sending.now();
  const body = deliveryBody(delivery);
  const headers = deliveryHeaders(delivery, body, { secrets: sending.secrets, now: startedAt });
  const request = {
    url: new URL(delivery.url),
    headers,
    body: Buffer.from(body, "utf8"),
    reuse: { connections: sending.connections, owner: delivery.webhookId, repeats: true },
  };
  const trace: Trace = {};
  const begun = performance.now();
  const outcome = await exchange({ ...request, trace }, sending.network);
  const seen = { address: trace.address ?? null, phases: phasesOf(trace, begun) };
  return { startedAt, endedAt: sending.now(), ...outcome, ...seen };
}

async function exchange(
  request: Pick<OutboundRequest, "url" | "headers" | "reuse" | "trace"> & { body: Uint8Array },
  network: Network,
): Promise<Pick<Result, "status" | "failure" | "response">> {
  try {
    const limits = { timeoutMs: ATTEMPT_TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES };
    const terms = { ...limits, cutsBody: true, mostRedirects: 0 } as const;
    const answer = await sendOutbound({ ...request, ...terms }, network);
    return {
      status: answer.status,
      failure: failureOfAnswer(answer),
      // Postgres accepts no NUL in text.
      response: answer.body.toString("utf8").replaceAll("\0", ""),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: null, failure: failureOf(error), response: null };
  }
}

/** A receiver that fails may say by a header of Standard Webhooks that more attempts are useless. */
function failureOfAnswer({
  status,
  headers,
}: Pick<OutboundAnswer, "status" | "headers">): AttemptFailure | null {
  if (status >= 200 && status < 300) return null;
  const wish = String(headers["webhook-delivery"] ?? "")
    .trim()
    .toLowerCase();
  if (wish === "abort-message") return "aborted";
  if (wish === "disable") return "disabled";
  return status === 410 ? "gone" : "status";
}

function failureOf({ failure }: OutboundError): AttemptFailure {
  return failure === "too_large" || failure === "too_many_redirects" ? "unreachable" : failure;
}

/** The duration of each step. The last step that began ended with the attempt. */
function phasesOf({ resolvedAt, connectedAt, headAt }: Trace, begun: number): AttemptPhases {
  const ended = performance.now();
  const between = (from: number | undefined, to: number | undefined) =>
    from === undefined ? null : Math.round((to ?? ended) - from);
  return {
    resolve_ms: between(begun, resolvedAt),
    connect_ms: between(resolvedAt, connectedAt),
    answer_ms: between(connectedAt, headAt),
    read_ms: between(headAt, undefined),
  };
}
