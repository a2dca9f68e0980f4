/**
 * A client of the bot API in one file, to copy into your own project. Needs no package. Node 22.18 or later runs it as it is,
 * and in a clone `npx node` is the Node that `npm ci` has installed; compiled, it runs on Node 20.
 * Everything that it does is described in docs/api/bot.md; docs/api/vectors/bot-signing.json proves its signatures.
 *
 *     BOT_KEY_ID=tbk_… BOT_KEY_SECRET=tbs_… npx node clients/typescript/src/bot-client.ts http://localhost:3000
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";

/** Names and values before encoding. A name may appear more than once. */
export type Parameters = readonly (readonly [name: string, value: string])[];

export type BotRequest = {
  method: string;
  /** Such as /api/bot/v1/orders. */
  path: string;
  parameters?: Parameters;
  body?: string;
};

export type SignedRequest = {
  /** Path and query, to be sent exactly as they are. */
  target: string;
  /** The signed text; compare it when a signature is refused. */
  text: string;
  headers: Record<string, string>;
};

/** The service refused. `code` is stable, the message is for people. */
export class BotRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number;

  constructor(status: number, body: Record<string, unknown>, headers: Headers) {
    super(`${status} ${String(body["error"])}: ${String(body["message"])}`);
    this.status = status;
    this.code = String(body["error"]);
    this.retryAfterSeconds = Number(headers.get("retry-after") ?? 0);
  }
}

/** Only tests give `now` (Unix milliseconds) and `nonce`. */
export function signRequest(
  key: { id: string; secret: string },
  request: BotRequest,
  { now = Date.now(), nonce = randomUUID() }: { now?: number; nonce?: string } = {},
): SignedRequest {
  const query = encodeQuery(request.parameters ?? []);
  const target = query === "" ? request.path : `${request.path}?${query}`;
  const bodyHash = createHash("sha256")
    .update(request.body ?? "")
    .digest("hex");
  const text = [now, nonce, request.method, target, bodyHash].join("\n");
  const headers = {
    "X-Bot-Key": key.id,
    "X-Bot-Timestamp": String(now),
    "X-Bot-Nonce": nonce,
    "X-Bot-Signature": createHmac("sha256", key.secret).update(text).digest("hex"),
  };
  return { target, text, headers };
}

/** Sorted by name, then by value, after encoding: the order in which it is signed and sent. */
export function encodeQuery(parameters: Parameters): string {
  return parameters
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted((one, other) => order(one[0], other[0]) || order(one[1], other[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/**
 * Encodes everything except A-Z a-z 0-9 - _ . ~ (RFC 3986, 2.3). encodeURIComponent leaves some characters that
 * URL parsers then change.
 */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export class BotClient {
  readonly #url: string;
  readonly #key: { id: string; secret: string };

  /** `url`: of the application, such as http://localhost:3000. */
  constructor(url: string, key: { id: string; secret: string }) {
    this.#url = url.replace(/\/$/, "");
    this.#key = key;
  }

  /**
   * Signs each call anew, because the server accepts a nonce once. @throws BotRefusal; TypeError when
   * nothing answers
   */
  async call(request: BotRequest): Promise<unknown> {
    const { target, headers } = signRequest(this.#key, request);
    const answer = await fetch(this.#url + target, {
      method: request.method,
      headers: {
        ...headers,
        ...(request.body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(request.body !== undefined && { body: request.body }),
      // The signature covers this path and is invalid for any other.
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new BotRefusal(answer.status, readJson(text), answer.headers);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** A read, such as `read("orders", { status: "OPEN" })`. */
  read(name: string, query: Record<string, string> = {}): Promise<unknown> {
    const parameters = Object.entries(query);
    return this.call({ method: "GET", path: `/api/bot/v1/${name}`, parameters });
  }
}

/** A server in between may answer with something other than JSON. */
function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { error: "NO_JSON", message: text.slice(0, 200) };
  }
}

async function main(url = "http://localhost:3000"): Promise<void> {
  const { BOT_KEY_ID: id = "", BOT_KEY_SECRET: secret = "" } = process.env;
  const client = new BotClient(url, { id, secret });
  const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
  try {
    print(await client.read("whoami"));
    print(await client.read("orders", { status: "OPEN", page_size: "10" }));
  } catch (error) {
    if (!(error instanceof BotRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv[2]);
