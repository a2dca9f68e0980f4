/**
 * Receives webhooks: checks the signature of the raw body, and gives each event once. Needs no package. Node 22.18 or later runs it as it is.
 *
 * node webhook-receiver.ts 8977 with SVC_WEBHOOK_SECRET listens on port 8977 of this machine.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { pathToFileURL } from "node:url";

export type WebhookEvent = {
  id: string;
  type: string;
  /** ISO 8601; it orders events. */
  created_at: string;
  dedup_key: string;
  data: Record<string, unknown>;
  livemode: boolean;
};

const TOLERANCE_S = 300;
const KEPT_MS = 24 * 3_600_000;
const MAX_BYTES = 65_536;

/**
 * Whether one of the signatures is right and new enough.
 * @param body the bytes as they came
 * @param now Unix milliseconds
 */
export function isSigned(header: string, body: Buffer, secret: string, now: number): boolean {
  const parts = header.split(",").map((part) => part.trim().split("="));
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(t) || Math.abs(now / 1_000 - Number(t)) > TOLERANCE_S) return false;
  const expected = createHmac("sha256", secret).update(`${t}.`).update(body).digest();
  return parts.some(([name, value = ""]) => {
    const given = Buffer.from(value, "hex");
    return name === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * @param act gets each event once; the answer waits for it, so it should only note the event down
 * @throws TypeError without a secret: anybody could sign
 */
export function webhookReceiver(
  secret: string,
  act: (event: WebhookEvent) => void | Promise<void>,
): Server {
  if (secret === "") throw new TypeError("Give the secret of the webhook: SVC_WEBHOOK_SECRET");
  const seen = new Map<string, number>();
  /** An attempt that was not answered in time can still be at work when the next one comes. */
  const acting = new Map<string, Promise<void>>();
  const once = async (event: WebhookEvent): Promise<void> => {
    const key = event.dedup_key;
    let running = acting.get(key);
    if (running === undefined) {
      running = (async () => act(event))().finally(() => acting.delete(key));
      acting.set(key, running);
    }
    await running;
    seen.set(key, Date.now());
  };
  const take = async (request: IncomingMessage): Promise<number> => {
    const body = await read(request);
    const header = String(request.headers["x-svc-signature"] ?? "");
    const now = Date.now();
    if (body === undefined || !isSigned(header, body, secret, now)) {
      console.error(`refused delivery ${String(request.headers["x-svc-delivery-id"])}`);
      return 400;
    }
    const event = JSON.parse(body.toString("utf8")) as WebhookEvent;
    for (const [key, at] of seen) if (at < now - KEPT_MS) seen.delete(key);
    if (!seen.has(event.dedup_key)) await once(event);
    return 204;
  };
  return createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  });
}

/** `undefined` for a body that no delivery has. */
async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const secret = process.env["SVC_WEBHOOK_SECRET"] ?? "";
  webhookReceiver(secret, (event) => console.log(event.type, event.data)).listen(
    Number(process.argv[2] ?? 8_977),
    "127.0.0.1",
  );
}
