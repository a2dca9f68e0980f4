/** Encrypts a push for a browser and sends it, once. */
import "server-only";
import webPush from "web-push";
import { KeptConnections } from "#lib/platform/outbound/kept-connections.ts";
import {
  type Network,
  type OutboundAnswer,
  OutboundError,
  sendOutbound,
} from "#lib/platform/outbound/outbound.ts";
import type { PushText } from "#lib/protocol/push-texts/push-text.ts";
import type { VapidKeys } from "./push-keys.ts";

/** How long a push service keeps a push for a browser that is not connected, at most. */
export const MOST_TTL_SECONDS = 900;
const TIMEOUT_MS = 5_000;
/** Shorter than push services keep theirs, so that a push does not meet one that was just closed. */
const IDLE_MS = 2_000;
const MOST_IDLE = 64;
const ANSWER_BYTES = 4_096;
/** An encrypted push has 4,096 bytes at most. */
const TITLE_CHARACTERS = 200;
const BODY_CHARACTERS = 600;

export type Browser = { endpoint: string; p256dh: string; auth: string };

export type WebPushTerms = {
  keys: VapidKeys;
  /** `https:` or `mailto:`, by which a push service reaches the operator. */
  subject: string;
  network: Network;
  /** Kept for later pushes to the same push service; without them, a push opens one of its own. */
  connections?: KeptConnections;
};

export type WebPushResult = {
  outcome: "sent" | "gone" | "refused" | "failed";
  /** Of the push service's answer; null without one. */
  status: number | null;
};

/** `ttl`: seconds in which the push service may deliver it; 0: at once or never. `tag`: another push with it replaces it on the screen. */
export async function sendWebPush(
  browser: Browser,
  message: PushText & { tag: string; ttl: number },
  { keys, subject, network, connections }: WebPushTerms,
): Promise<WebPushResult> {
  const { endpoint, p256dh, auth } = browser;
  const payload = JSON.stringify({
    title: message.title.slice(0, TITLE_CHARACTERS),
    body: message.body.slice(0, BODY_CHARACTERS),
    path: message.path,
    tag: message.tag,
  });
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: message.ttl,
    urgency: "high",
    vapidDetails: { subject, ...keys },
  });
  const { "Content-Length": _length, ...headers } = request.headers;
  try {
    const answer = await sendOutbound(
      {
        url: new URL(endpoint),
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, `${value}`]),
        ),
        body: request.body ?? Buffer.alloc(0),
        mostRedirects: 0,
        timeoutMs: TIMEOUT_MS,
        maxBytes: ANSWER_BYTES,
        cutsBody: true,
        // What breaks off is not sent again: it might arrive twice.
        ...(connections && { kept: { connections, owner: "web pushes", repeats: false } }),
      },
      network,
    );
    return resultOf(answer);
  } catch (thrown) {
    if (!(thrown instanceof OutboundError)) throw thrown;
    const isRefused = thrown.failure === "target_refused";
    return { outcome: isRefused ? "refused" : "failed", status: null };
  }
}

function resultOf({ status }: Pick<OutboundAnswer, "status">): WebPushResult {
  if (status >= 200 && status < 300) return { outcome: "sent", status };
  if (status === 404 || status === 410) return { outcome: "gone", status };
  return { outcome: status < 500 ? "refused" : "failed", status };
}

/** Connections to push services, to be closed by the caller. */
export const pushConnections = (): KeptConnections =>
  new KeptConnections({ idleMs: IDLE_MS, mostIdle: MOST_IDLE });

/** A push service accepts addresses of mails and of https only. */
export function vapidSubject({ baseUrl, mailFrom }: { baseUrl: string; mailFrom: string }): string {
  if (baseUrl.startsWith("https://")) return baseUrl;
  return `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? "no-reply@localhost"}`;
}
