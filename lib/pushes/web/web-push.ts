/** Encrypts a push for a browser and sends it, once. */
import "server-only";
import { isIP } from "node:net";
import webPush from "web-push";
import {
  type Network,
  type OutboundAnswer,
  OutboundError,
  sendOutbound,
} from "#lib/platform/outbound/guarded-request.ts";
import { ReusableConnections } from "#lib/platform/outbound/reusable-connections.ts";
import type { PushText } from "#lib/protocol/push-texts/push-text.ts";
import type { VapidKeys } from "./push-keys.ts";

/** The longest time for which a push service holds a push for a browser that is offline. */
export const MAX_TTL_SECONDS = 900;
const TIMEOUT_MS = 5_000;
/**
 * Shorter than the push services' own timeout, so that a push does not use a connection that was
 * just closed.
 */
const IDLE_MS = 2_000;
const MAX_IDLE = 64;
const ANSWER_BYTES = 4_096;
/** Limits the text, because an encrypted push has at most 4,096 bytes. */
const TITLE_CHARACTERS = 200;
const BODY_CHARACTERS = 600;

/** Taken by the push services that do not look at the subject. */
const LOCAL_SUBJECT = "mailto:no-reply@localhost";

export type PushBrowser = { endpoint: string; p256dh: string; auth: string };

export type WebPushTerms = {
  keys: VapidKeys;
  /** `https:` or `mailto:` address at which a push service can reach the operator; undefined: none in public. */
  subject: string | undefined;
  network: Network;
  /**
   * Reused for later pushes to the same push service; without it, each push opens its own
   * connection.
   */
  connections?: ReusableConnections;
};

export type WebPushResult = {
  outcome: "sent" | "gone" | "refused" | "failed";
  /** The status of the push service's answer; null without one. */
  status: number | null;
};

/**
 * `ttl`: how many seconds the push service may hold it; 0: at once or never. `tag`: a later push
 * with the same tag replaces it on the screen.
 */
export async function sendWebPush(
  browser: PushBrowser,
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
    vapidDetails: { subject: subject ?? LOCAL_SUBJECT, ...keys },
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
        // An interrupted request is not repeated, because the push might arrive twice.
        ...(connections && { reuse: { connections, owner: "web pushes", repeats: false } }),
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

/** Names that no public directory has (RFC 2606, RFC 6762, RFC 8375). */
const LOCAL_NAME = /\.(?:localhost|local|internal|lan|test|example|invalid|home\.arpa)\.?$/i;

/** Connections to push services; the caller closes them. */
export const pushConnections = (): ReusableConnections =>
  new ReusableConnections({ idleMs: IDLE_MS, mostIdle: MAX_IDLE });

/**
 * Names the operator to push services: an https or mailto address at a public host. Undefined without one: Apple's service then refuses
 * every push.
 */
export function vapidSubject({
  baseUrl,
  mailFrom,
}: {
  baseUrl: string;
  mailFrom: string;
}): string | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:" && isPublicName(hostname)) return baseUrl;
  const [mail, host = ""] = /[^\s<>]+@([^\s<>]+)/.exec(mailFrom) ?? [];
  return isPublicName(host) ? `mailto:${mail}` : undefined;
}

function isPublicName(host: string): boolean {
  return host.includes(".") && isIP(host) === 0 && !LOCAL_NAME.test(host);
}
