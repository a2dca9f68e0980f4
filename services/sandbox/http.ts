/** The sandbox over HTTP: faucet, the simulated prices with their steering and history, and health. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import type { Clock } from "#lib/clock.ts";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import type { Logger } from "#lib/log.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { decodePublicKey } from "#lib/protocol/signing.ts";
import type { Faucet } from "./faucet.ts";
import type { Feed, PriceStream } from "./prices/price-stream.ts";
import type { SimulatedPrices } from "./prices/simulated-prices.ts";
import { VenueError } from "./venue/http.ts";
import { awaitMark } from "./venue/mark-wait.ts";

const BODY_LIMIT_BYTES = 4096;
const HISTORY_PAGE = 10_000;
const MAX_FREEZE_SECONDS = 3600;

export type SandboxParts = {
  prices: SimulatedPrices;
  stream: PriceStream;
  faucet: Faucet;
  feed: Feed;
  seed: string;
  venueUrl: string;
  clock: Clock;
  log: Logger;
  /** True when the makers quote, for which the venue must have marks. */
  isReady: () => boolean;
  isDraining: () => boolean;
};

type Call = { parts: SandboxParts; url: URL; body: unknown; response: ServerResponse };
type Handler = (call: Call) => unknown;

const faucetBody = z.strictObject({
  account: z.string().refine((text) => decodePublicKey(text), "it must be a base58 public key"),
  amount: z.string().refine(isDecimal, 'it must be a decimal string such as "10000"'),
});
const markBody = z.strictObject({ market: z.string(), price: z.string() });
const freezeBody = z.strictObject({
  market: z.string(),
  seconds: z.number().min(0).max(MAX_FREEZE_SECONDS),
});

const ROUTES: Record<string, Record<string, Handler>> = {
  "/healthz": { GET: () => ({ status: "ok" }) },
  "/readyz": { GET: readyz },
  "/oracle": { GET: readPrices },
  "/oracle/history": { GET: readHistory },
  "/oracle/stream": { GET: openStream },
  "/faucet": { POST: giveFromFaucet },
  "/mark": { POST: steerMark },
  "/mark/freeze": { POST: freezeMark },
};

export function createSandboxServer(parts: SandboxParts): Server {
  return createServer((request, response) => {
    answer(parts, request, response)
      .then((body) => {
        // What is open already is a stream.
        if (!response.headersSent) send(response, 200, body);
      })
      .catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal.status === 500 || refusal.status === 502)
          parts.log.warn({ err: error, url: request.url }, "request failed");
        send(response, refusal.status, refusal.body);
      });
  });
}

async function answer(
  parts: SandboxParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const url = new URL(request.url ?? "/", "http://sandbox");
  const route = Object.hasOwn(ROUTES, url.pathname) ? ROUTES[url.pathname] : undefined;
  if (!route) throw new ServiceError("NOT_FOUND");
  const handler = route[request.method ?? ""];
  if (!handler) {
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: Object.keys(route).join(", ") });
  }
  const body = request.method === "POST" ? await readJson(request) : undefined;
  return handler({ parts, url, body, response });
}

function readyz({ parts }: Call): unknown {
  if (parts.isDraining()) throw new ServiceError("DRAINING");
  if (!parts.isReady()) throw new ServiceError("NOT_READY");
  return { status: "ok" };
}

function readPrices({ parts }: Call): unknown {
  return { feed: parts.feed, seed: parts.seed, markets: parts.prices.status() };
}

function readHistory({ parts, url }: Call): unknown {
  const market = knownMarket(parts, url.searchParams.get("market") ?? "");
  const startAt = timeParameter(url, "start_at", 0);
  const endAt = timeParameter(url, "end_at", Number.MAX_SAFE_INTEGER);
  return { results: parts.prices.history(market, { startAt, endAt, limit: HISTORY_PAGE }) };
}

function openStream({ parts, response }: Call): void {
  if (parts.isDraining()) throw new ServiceError("DRAINING");
  parts.stream.open(response);
}

async function giveFromFaucet({ parts, body }: Call): Promise<unknown> {
  const { account, amount } = parse(faucetBody, body);
  return { transfer: await parts.faucet.give(account, amount) };
}

/** Answers when the venue shows the price; that of a frozen market is shown when the freeze is over. */
async function steerMark({ parts, body }: Call): Promise<unknown> {
  const { prices, stream, clock, venueUrl } = parts;
  const { market, price } = parse(markBody, body);
  const ticks = prices.ticksOf(knownMarket(parts, market), price);
  if (ticks === undefined) throw new ServiceError("INVALID_TICK", { tick: prices.tickOf(market) });
  prices.steer(market, ticks);
  stream.push(true);
  const shown = prices.current(clock.now())[market];
  if (shown !== undefined) await awaitMark(venueUrl, { market, price: shown });
  return { market, price };
}

function freezeMark({ parts, body }: Call): unknown {
  const { market, seconds } = parse(freezeBody, body);
  const until = parts.clock.now() + Math.round(seconds * 1000);
  parts.prices.freeze(knownMarket(parts, market), until);
  return { market, frozen_until: until };
}

function knownMarket(parts: SandboxParts, market: string): string {
  if (!parts.prices.has(market)) throw new ServiceError("MARKET_NOT_FOUND", { market });
  return market;
}

function timeParameter(url: URL, parameter: string, absent: number): number {
  const text = url.searchParams.get(parameter);
  if (text === null || text === "") return absent;
  if (!/^\d{1,15}$/.test(text)) {
    throw new ServiceError("MALFORMED_QUERY", {
      parameter,
      reason: "it must be Unix milliseconds",
    });
  }
  return Number(text);
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    throw new ServiceError("UNKNOWN_FIELD", { field: issue.keys.join(", ") });
  }
  const field = issue?.path.join(".") || "body";
  throw new ServiceError("INVALID_FIELD", { field, reason: issue?.message ?? "it is not valid" });
}

/** A browser cannot send this content type to another origin without asking first, and nothing here allows it. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) {
      throw new ServiceError("BODY_TOO_LARGE", { limitBytes: BODY_LIMIT_BYTES });
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not JSON" });
  }
}

/** The venue's own refusal passes through; a venue that is away is a 502. */
function refusalOf(error: unknown): { status: number; body: unknown } {
  if (!(error instanceof VenueError)) return toErrorBody(error);
  if (error.status === 0) return toErrorBody(new ServiceError("VENUE_UNREACHABLE"));
  return { status: error.status, body: { error: error.code, message: error.message } };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...(status === 413 && { connection: "close" }),
  });
  response.end(text);
}
