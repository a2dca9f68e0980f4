/** The sandbox over HTTP: faucet, simulated prices with steering and history, mailbox, identity provider, chain, relay, aggregator, checkout, a wire of news, a calendar of releases, a receiver of webhooks, a partner's past, and health. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { z } from "zod";
import type { AddressList } from "#lib/platform/address-list.ts";
import type { Clock } from "#lib/platform/clock.ts";
import { ServiceError, toErrorBody } from "#lib/platform/errors.ts";
import { createHttpServer, send } from "#lib/platform/http-server.ts";
import type { Logger } from "#lib/platform/log.ts";
import { requireMetricsReader } from "#lib/platform/metrics-addresses.ts";
import { amount, parseBody, publicKey, readJson } from "./body.ts";
import { CalendarSite } from "./calendar/calendar-site.ts";
import { CHAIN_PATH, type ChainSite } from "./chain/chain-site.ts";
import { CHECKOUT_PATH, type Checkout } from "./checkout/checkout.ts";
import type { Faucet } from "./faucet.ts";
import { requireOwnName } from "./host-names.ts";
import { IDENTITY_PATH, type IdentityProvider } from "./identity-provider/identity-provider.ts";
import { mailListPage, messagePage } from "./mail/mail-pages.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import type { SmtpReceiver } from "./mail/smtp.ts";
import { partnerHistory } from "./partner/history.ts";
import type { Feed, PriceStream } from "./prices/price-stream.ts";
import type { SimulatedPrices } from "./prices/simulated-prices.ts";
import { RELAY_PATH, type RelaySite } from "./relay/relay-site.ts";
import { ROUTES_PATH, type RoutesSite } from "./routes/routes-site.ts";
import { referredAccounts } from "./traders/crew.ts";
import { VenueError } from "./venue/http.ts";
import { awaitMark } from "./venue/mark-wait.ts";
import type { Visitors } from "./visitors.ts";
import { HOOKS_PATH, WebhookReceiver } from "./webhook-receiver/webhook-receiver.ts";
import { WireSite } from "./wire/wire-site.ts";

const BODY_LIMIT_BYTES = 4096;
const HISTORY_PAGE = 10_000;
const MAX_STILL_SECONDS = 3600;
const MAIL_PAGE = 100;

export type SandboxParts = {
  prices: SimulatedPrices;
  stream: PriceStream;
  faucet: Faucet;
  visitors: Visitors;
  mailbox: Mailbox;
  smtp: SmtpReceiver;
  chain: ChainSite;
  relay: RelaySite;
  routes: RoutesSite;
  webhookReceiver: WebhookReceiver;
  wire: WireSite;
  calendar: CalendarSite;
  /** Undefined where it has no service, or no chain to pay on. */
  checkout: Checkout | undefined;
  /** Undefined without a client for it, and until its keys are there. */
  identityProvider: () => IdentityProvider | undefined;
  feed: Feed;
  seed: string;
  venueUrl: string;
  /** Names by which browsers and processes reach it, beside this machine's. */
  hostNames: readonly string[];
  clock: Clock;
  log: Logger;
  metrics: Registry;
  metricsAddresses: AddressList;
  /** True when the makers quote, for which the venue must have marks. */
  isReady: () => boolean;
  isDraining: () => boolean;
};

type Call = {
  parts: SandboxParts;
  url: URL;
  body: unknown;
  request: IncomingMessage;
  response: ServerResponse;
};
type Handler = (call: Call) => unknown;

const faucetBody = z.strictObject({ account: publicKey, amount });
const stillSeconds = z.number().min(0).max(MAX_STILL_SECONDS);
const markBody = z.strictObject({
  market: z.string(),
  price: z.string(),
  seconds: stillSeconds.default(0),
});
const freezeBody = z.strictObject({ market: z.string(), seconds: stillSeconds });
const mailFaultBody = z.strictObject({ mode: z.enum(["refuse", "hang", "off"]) });
const rotateBody = z.strictObject({});
const visitorsBody = z.strictObject({ present: z.boolean() });
const ROUTES: Record<string, Record<string, Handler>> = {
  "/healthz": { GET: () => ({ status: "ok" }) },
  "/readyz": { GET: readyz },
  "/metrics": { GET: showMetrics },
  "/oracle": { GET: readPrices },
  "/oracle/history": { GET: readHistory },
  "/oracle/stream": { GET: openStream },
  "/faucet": { POST: giveFromFaucet },
  "/mark": { POST: steerMark },
  "/visitors": { POST: noteVisitors },
  "/mark/freeze": { POST: freezeMark },
  "/mail": { GET: showMail },
  "/mail/message": { GET: showMessage },
  "/mail/messages": { GET: readMessages },
  "/mail/fault": { POST: setMailFault },
  "/oidc-control/rotate": { POST: rotateSigningKey },
  "/partner-history": { GET: tellPartnerHistory },
};

export function createSandboxServer(parts: SandboxParts): Server {
  const server = createHttpServer();
  server.on("request", (request, response) => {
    answer(parts, request, response)
      .then((body) => {
        // What has begun already is a stream or a page.
        if (!response.headersSent) send(response, 200, body);
      })
      .catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal.status === 500 || refusal.status === 502)
          parts.log.warn({ err: error, path: pathOf(request) }, "request failed");
        if (response.headersSent) response.destroy();
        // The rest of a body that is too large would be taken for the next request.
        else send(response, refusal.status, refusal.body, closing(refusal.status));
      });
  });
  return server;
}

async function answer(
  parts: SandboxParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  requireOwnName(request.headers, parts.hostNames);
  const url = new URL(request.url ?? "/", "http://sandbox");
  if (url.pathname.startsWith(`${IDENTITY_PATH}/`)) {
    return knownIdentityProvider(parts).handle(request, response);
  }
  if (url.pathname.startsWith(HOOKS_PATH)) {
    const { status, body } = await parts.webhookReceiver.handle(request, url.pathname);
    if (body === undefined) response.writeHead(status, { "cache-control": "no-store" }).end();
    else send(response, status, body);
    return undefined;
  }
  if (WireSite.owns(url.pathname)) return parts.wire.handle(request, response, url);
  if (CalendarSite.owns(url.pathname)) return parts.calendar.handle(request, response, url);
  if (url.pathname === CHECKOUT_PATH && parts.checkout !== undefined) {
    return parts.checkout.handle(request, response);
  }
  if (url.pathname === CHAIN_PATH || url.pathname.startsWith(`${CHAIN_PATH}/`)) {
    return parts.chain.handle(request, response, url);
  }
  if (url.pathname.startsWith(RELAY_PATH)) {
    await parts.relay.handle(request, response, url);
    return undefined;
  }
  if (url.pathname.startsWith(ROUTES_PATH)) {
    await parts.routes.handle(request, response, url);
    return undefined;
  }
  const route = Object.hasOwn(ROUTES, url.pathname) ? ROUTES[url.pathname] : undefined;
  if (!route) throw new ServiceError("NOT_FOUND");
  const handler = route[request.method ?? ""];
  if (!handler) {
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: Object.keys(route).join(", ") });
  }
  const body = request.method === "POST" ? await readJson(request, BODY_LIMIT_BYTES) : undefined;
  return handler({ parts, url, body, request, response });
}

function readyz({ parts }: Call): unknown {
  if (parts.isDraining()) throw new ServiceError("DRAINING");
  if (!parts.isReady()) throw new ServiceError("NOT_READY");
  return { status: "ok" };
}

async function showMetrics({ parts, request, response }: Call): Promise<void> {
  requireMetricsReader(request, parts.metricsAddresses);
  const text = await parts.metrics.metrics();
  send(response, 200, text, { "content-type": parts.metrics.contentType });
}

/** The demo partner's past, and the addresses of its referred traders of today. */
function tellPartnerHistory({ parts: { seed, clock } }: Call): unknown {
  return { ...partnerHistory(seed, clock.now()), present: referredAccounts(seed) };
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

/** An app says whether it has visitors; it repeats itself. */
function noteVisitors({ parts, body }: Call): unknown {
  const { present } = parseBody(visitorsBody, body);
  parts.visitors.note(present);
  return { present };
}

async function giveFromFaucet({ parts, body }: Call): Promise<unknown> {
  const { account, amount } = parseBody(faucetBody, body);
  return { transfer: await parts.faucet.give(account, amount) };
}

/**
 * Answers when the venue shows the price, which then stands still for so many seconds. A frozen market shows it when
 * the freeze is over.
 */
async function steerMark({ parts, body }: Call): Promise<unknown> {
  const { prices, stream, clock, venueUrl } = parts;
  const { market, price, seconds } = parseBody(markBody, body);
  const ticks = prices.ticksOf(knownMarket(parts, market), price);
  if (ticks === undefined) throw new ServiceError("INVALID_TICK", { tick: prices.tickOf(market) });
  prices.steer(market, ticks, clock.now() + Math.round(seconds * 1000));
  stream.push(true);
  const shown = prices.current(clock.now())[market];
  if (shown !== undefined) await awaitMark(venueUrl, { market, price: shown });
  return { market, price };
}

function freezeMark({ parts, body }: Call): unknown {
  const { market, seconds } = parseBody(freezeBody, body);
  const until = parts.clock.now() + Math.round(seconds * 1000);
  parts.prices.freeze(knownMarket(parts, market), until);
  return { market, frozen_until: until };
}

function showMail({ parts, url, response }: Call): void {
  mailListPage(response, parts.mailbox, {
    to: url.searchParams.get("to")?.trim() ?? "",
    refreshes: url.searchParams.get("refresh") !== "off",
  });
}

function showMessage({ parts, url, response }: Call): void {
  messagePage(response, parts.mailbox.find(url.searchParams.get("id") ?? ""));
}

function readMessages({ parts, url }: Call): unknown {
  const to = url.searchParams.get("to") ?? undefined;
  return { messages: parts.mailbox.list(to).slice(0, MAIL_PAGE) };
}

function setMailFault({ parts, body }: Call): unknown {
  const { mode } = parseBody(mailFaultBody, body);
  parts.smtp.setFault(mode);
  return { mode };
}

function rotateSigningKey({ parts, body }: Call): Promise<unknown> {
  parseBody(rotateBody, body);
  return knownIdentityProvider(parts).rotate();
}

function knownIdentityProvider(parts: SandboxParts): IdentityProvider {
  const provider = parts.identityProvider();
  if (!provider) throw new ServiceError("NOT_FOUND");
  return provider;
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

/** Without the query, which may contain a sign-in token. */
function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

function closing(status: number): { connection?: "close" } {
  return status === 413 ? { connection: "close" } : {};
}

/** The venue's own refusal passes through; a venue that is away is a 502. */
function refusalOf(error: unknown): { status: number; body: unknown } {
  if (!(error instanceof VenueError)) return toErrorBody(error);
  if (error.status === 0) return toErrorBody(new ServiceError("VENUE_UNREACHABLE"));
  return { status: error.status, body: { error: error.code, message: error.message } };
}
