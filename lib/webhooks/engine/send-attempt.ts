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
import { isRejection } from "#lib/webhooks/chat/chat-body.ts";
import { formattedBody } from "#lib/webhooks/core/delivery-body.ts";
import { withoutValues } from "#lib/webhooks/core/own-headers.ts";
import { deliveryHeaders } from "#lib/webhooks/core/signature.ts";
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
  /** Headers of the owner's own, decrypted. */
  headers: Readonly<Record<string, string>>;
  /** The app's address. */
  baseUrl: string;
  /** Unix milliseconds. */
  now: () => number;
};

/** Sends the delivery once. Every failure is a result. */
export async function sendAttempt(delivery: Claimed, sending: Sending): Promise<Result> {
  const startedAt = sending.now();
  const body = formattedBody(delivery, { ...delivery, baseUrl: sending.baseUrl });
  const signed = deliveryHeaders(delivery, body, { secrets: sending.secrets, now: startedAt });
  const request = {
    url: new URL(delivery.url),
    // Those of the service are last, so that no header of the owner's takes the place of one.
    headers: { ...sending.headers, ...signed },
    body: Buffer.from(body, "utf8"),
    reuse: { connections: sending.connections, owner: delivery.webhookId, repeats: true },
  };
  const trace: Trace = {};
  const begun = performance.now();
  const outcome = await exchange({ ...request, trace }, { delivery, sending });
  const seen = { address: trace.address ?? null, phases: phasesOf(trace, begun) };
  return { startedAt, endedAt: sending.now(), ...outcome, ...seen };
}

async function exchange(
  request: Pick<OutboundRequest, "url" | "headers" | "reuse" | "trace"> & { body: Uint8Array },
  { delivery, sending }: { delivery: Claimed; sending: Sending },
): Promise<Pick<Result, "status" | "failure" | "response">> {
  try {
    const limits = { timeoutMs: ATTEMPT_TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES };
    const terms = { ...limits, cutsBody: true, mostRedirects: 0 } as const;
    const answer = await sendOutbound({ ...request, ...terms }, sending.network);
    // Postgres accepts no NUL in text.
    const text = answer.body.toString("utf8").replaceAll("\0", "");
    return {
      status: answer.status,
      failure: failureOfAnswer(answer, text, delivery),
      response: withoutValues(text, sending.headers),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: null, failure: failureOf(error), response: null };
  }
}

/**
 * A receiver that fails may say by a header of Standard Webhooks that more attempts are useless, unless the owner has forbidden that. A
 * chat service may fail with a 2xx status.
 */
function failureOfAnswer(
  { status, headers }: Pick<OutboundAnswer, "status" | "headers">,
  text: string,
  { format, receiverMayStop }: Pick<Claimed, "format" | "receiverMayStop">,
): AttemptFailure | null {
  if (status >= 200 && status < 300) {
    return format !== "json" && isRejection(format, text) ? "rejected" : null;
  }
  const wish = String(headers["webhook-delivery"] ?? "")
    .trim()
    .toLowerCase();
  if (receiverMayStop !== "never" && wish === "abort-message") return "aborted";
  if (receiverMayStop !== "never" && wish === "disable") return "disabled";
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
