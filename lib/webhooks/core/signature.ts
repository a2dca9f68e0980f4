/**
 * The bytes and the signature of a delivery (docs/api/webhooks.md). `X-Svc-Signature` has the
 * scheme of Stripe's webhooks. The headers of Standard Webhooks (https://www.standardwebhooks.com)
 * carry a signature by the same secret in their form.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  DELIVERY_ID_HEADER,
  SIGNATURE_TOLERANCE_S,
  WEBHOOK_SIGNATURE_HEADER,
  type WebhookEventType,
} from "#lib/protocol/webhooks.ts";

export type Delivery = {
  id: string;
  type: WebhookEventType;
  /** Unix milliseconds. */
  eventAt: number;
  dedupKey: string;
  /** JSON text. */
  data: string;
  isLive: boolean;
};

/** Composed from the stored text of `data`, so that every attempt sends the same bytes. */
export function deliveryBody({ id, type, eventAt, dedupKey, data, isLive }: Delivery): string {
  const created = new Date(eventAt).toISOString();
  const head = JSON.stringify({ id, type, created_at: created, dedup_key: dedupKey });
  return `${head.slice(0, -1)},"data":${data},"livemode":${isLive.toString()}}`;
}

/** `secrets`: the valid ones, newest first. `now` in Unix milliseconds. */
export function deliveryHeaders(
  delivery: Pick<Delivery, "id" | "dedupKey">,
  body: string,
  { secrets, now }: { secrets: readonly string[]; now: number },
): Record<string, string> {
  const t = Math.floor(now / 1_000).toString();
  const signed = secrets.map((secret) => `v1=${hmac(secret, `${t}.${body}`).toString("hex")}`);
  const standard = secrets.map(
    (secret) =>
      `v1,${hmac(standardKey(secret), `${delivery.dedupKey}.${t}.${body}`).toString("base64")}`,
  );
  return {
    "content-type": "application/json",
    "user-agent": "svc-webhooks/1",
    [DELIVERY_ID_HEADER]: delivery.id,
    [WEBHOOK_SIGNATURE_HEADER]: [`t=${t}`, ...signed].join(","),
    "webhook-id": delivery.dedupKey,
    "webhook-timestamp": t,
    "webhook-signature": standard.join(" "),
  };
}

/** What is wrong with a signature, for the signature debugger. */
export type SignatureProblem = "malformed" | "mismatch" | "too_old" | "too_new";

export type SignatureCheck =
  | { ok: true; secretId: string; ageSeconds: number }
  | { ok: false; problem: SignatureProblem; secretId?: string; ageSeconds?: number };

/** Checks `X-Svc-Signature` as a receiver does, against each secret. `now` in Unix milliseconds. */
export function checkSignature(
  header: string,
  body: string,
  { secrets, now }: { secrets: readonly { id: string; text: string }[]; now: number },
): SignatureCheck {
  const parts = header.split(",").map((part) => part.trim());
  const t = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  const given = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  if (t === undefined || given.length === 0) return { ok: false, problem: "malformed" };
  const ageSeconds = Math.floor(now / 1_000) - Number(t);
  const match = secrets.find(({ text }) => {
    const expected = hmac(text, `${t}.${body}`);
    return given.some((one) => timingSafeEqual(expected, Buffer.from(one, "hex")));
  });
  if (match === undefined) return { ok: false, problem: "mismatch", ageSeconds };
  const found = { secretId: match.id, ageSeconds };
  if (ageSeconds > SIGNATURE_TOLERANCE_S) return { ok: false, problem: "too_old", ...found };
  if (ageSeconds < -SIGNATURE_TOLERANCE_S) return { ok: false, problem: "too_new", ...found };
  return { ok: true, ...found };
}

/** The values of a `webhook-signature` header; undefined: it is no such header. */
function standardSignatures(header: string): Buffer[] | undefined {
  const values = header
    .trim()
    .split(/\s+/)
    .map((part) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1]);
  return values.every((value) => value !== undefined)
    ? values.map((value) => Buffer.from(value, "base64"))
    : undefined;
}

export type StandardCheck =
  | SignatureCheck
  | { ok: false; problem: "secret_decoded"; secretId: string; ageSeconds: number };

/**
 * Checks `webhook-signature` as a library of Standard Webhooks does. The time is in another header, so each second of the tolerance
 * is tried.
 * @param id `webhook-id`, which is the `dedup_key` of the body
 * @returns undefined when it is no such header
 */
export function checkStandardSignature(
  header: string,
  { id, body }: { id: string; body: string },
  { secrets, now }: { secrets: readonly { id: string; text: string }[]; now: number },
): StandardCheck | undefined {
  const given = standardSignatures(header);
  if (given === undefined) return undefined;
  const seconds = Math.floor(now / 1_000);
  for (let age = -SIGNATURE_TOLERANCE_S; age <= SIGNATURE_TOLERANCE_S; age += 1) {
    const text = `${id}.${(seconds - age).toString()}.${body}`;
    for (const { id: secretId, text: secret } of secrets) {
      const isBy = (key: Buffer) => {
        const expected = hmac(key, text);
        return given.some((one) => timingSafeEqual(expected, one));
      };
      const found = { secretId, ageSeconds: age };
      const key = standardKey(secret);
      if (isBy(key)) return { ok: true, ...found };
      const decoded = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
      if (isBy(decoded)) return { ok: false, problem: "secret_decoded", ...found };
    }
  }
  return { ok: false, problem: "mismatch" };
}

/**
 * Standard Webhooks signs with the decoded bytes of a `whsec_` secret. Any other secret is used as
 * text.
 */
function standardKey(secret: string): Buffer {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret) ?? [];
  const bytes = encoded === undefined ? undefined : Buffer.from(encoded, "base64");
  return bytes?.toString("base64") === encoded && bytes !== undefined
    ? bytes
    : Buffer.from(secret, "utf8");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
