/**
 * A simulated receiver of webhooks. It keeps what arrives at `/hooks/{name}`, checks signatures of names whose
 * secret it knows, and answers with a failure on demand.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { readText } from "#lib/kernel/http/request-body.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { DELIVERY_ID_HEADER, WEBHOOK_SIGNATURE_HEADER } from "#lib/protocol/webhooks.ts";

export const HOOKS_PATH = "/hooks/";

const MAX_NAMES = 100;
/** Deliveries stored for each name; the oldest are dropped first. */
const MAX_KEPT = 100;
const MAX_BYTES = 65_536;
const TOLERANCE_S = 300;

const Settings = z.strictObject({
  /** With it each signature is checked, and a wrong one is answered with 400. */
  secret: z.string().min(1).max(256).optional(),
  /** The status of every answer to a delivery that is signed; 204 at first. */
  status: z.int().min(200).max(599).optional(),
});

type StoredDelivery = {
  received_at: string;
  id: string | null;
  /** X-Svc-Signature as it came. */
  signature: string | null;
  /** Null: this name has no secret to check it with. */
  is_signed: boolean | null;
  status: number;
  body: string;
};

type Name = {
  secret: string | undefined;
  status: number;
  deliveries: StoredDelivery[];
};

export class WebhookReceiver {
  readonly #clock: Clock;
  readonly #names = new Map<string, Name>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** POST: a delivery. PUT: changes the given settings of the name. GET: what it received, the newest first. @throws ServiceError */
  async handle(
    request: IncomingMessage,
    path: string,
  ): Promise<{ status: number; body?: unknown }> {
    const name = path.slice(HOOKS_PATH.length);
    if (!/^[a-z0-9-]{1,40}$/.test(name)) throw new ServiceError("NOT_FOUND");
    const { method } = request;
    if (method === "GET") {
      const { status, deliveries } = this.#names.get(name) ?? { status: 204, deliveries: [] };
      return { status: 200, body: { status, deliveries } };
    }
    if (method === "PUT") return this.#set(name, await readText(request, MAX_BYTES));
    if (method === "POST") return this.#take(name, request, await readText(request, MAX_BYTES));
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET, POST, PUT" });
  }

  #set(name: string, text: string): { status: number; body: unknown } {
    const parsed = Settings.safeParse(jsonOf(text));
    if (!parsed.success) {
      const reason = parsed.error.issues[0]?.message ?? "it is not valid";
      throw new ServiceError("MALFORMED_BODY", { reason });
    }
    const named = this.#nameOf(name);
    named.secret = parsed.data.secret ?? named.secret;
    named.status = parsed.data.status ?? named.status;
    return { status: 200, body: { status: named.status } };
  }

  #take(name: string, { headers }: IncomingMessage, body: string): { status: number } {
    const { secret, status: usual, deliveries } = this.#nameOf(name);
    const now = this.#clock.now();
    const signature = textOf(headers[WEBHOOK_SIGNATURE_HEADER]);
    const isSigned = secret === undefined ? null : isSignedBy(secret, signature ?? "", body, now);
    const status = isSigned === false ? 400 : usual;
    deliveries.unshift({
      received_at: new Date(now).toISOString(),
      id: textOf(headers[DELIVERY_ID_HEADER]),
      signature,
      is_signed: isSigned,
      status,
      body,
    });
    deliveries.splice(MAX_KEPT);
    return { status };
  }

  #nameOf(name: string): Name {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#names.keys();
    if (this.#names.size >= MAX_NAMES && oldest !== undefined) this.#names.delete(oldest);
    const made: Name = { secret: undefined, status: 204, deliveries: [] };
    this.#names.set(name, made);
    return made;
  }
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === "string" ? header : null;
}

function isSignedBy(secret: string, header: string, body: string, now: number): boolean {
  const parts = header.split(",").map((part) => part.split("="));
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(t) || Math.abs(now / 1_000 - Number(t)) > TOLERANCE_S) return false;
  const expected = createHmac("sha256", secret).update(`${t}.${body}`).digest();
  return parts.some(([name, value = ""]) => {
    const given = Buffer.from(value, "hex");
    return name === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not JSON" });
  }
}
