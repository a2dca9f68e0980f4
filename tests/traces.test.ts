/** A trace from the route to the venue, as a collector gets it over OTLP/HTTP. The venue and the collector are servers of this test. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { GET as readOrder } from "#app/api/venue/orders/[id]/route.ts";
import { Secret } from "#lib/kernel/env.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { isTracing } from "#lib/kernel/log/tracing.ts";
import { signedIn } from "#lib/platform/http/http.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { openTraces } from "#lib/platform/process/open-traces.ts";
import { tracePages } from "#lib/server/page-span.ts";
import { route } from "#lib/server/route.ts";
import { findKey } from "#lib/trading/venue-access/key-store.ts";
import { openKeyTable } from "#lib/trading/venue-access/venue-access.testing.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const READER_KEY = `reader_${"0123456789abcdef".repeat(4)}`;
const ORDER = "98765432109876543";

type Sent = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string }[];
  status?: { code?: number };
};

const NO_PARAMS = { params: Promise.resolve({}) };

let venue: http.Server;
let collector: http.Server;
/** What the collector does with a batch. */
let take: (response: http.ServerResponse) => void;
let bodies: string[] = [];
let collectorHeaders: http.IncomingHttpHeaders = {};
const requests: http.IncomingMessage[] = [];
const lines: string[] = [];
let stop: (() => Promise<void>) | undefined;
let keys: Awaited<ReturnType<typeof openKeyTable>> | undefined;

const listening = async (listener: http.RequestListener): Promise<http.Server> => {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};
const addressOf = (server: http.Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  venue = await listening((request, response) => {
    requests.push(request);
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: "ORDER_NOT_FOUND", message: "It has no such order." }));
  });
  collector = await listening((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      collectorHeaders = request.headers;
      bodies.push(`${request.url} ${Buffer.concat(chunks).toString()}`);
      take(response);
    });
  });
  vi.stubEnv("VENUE_URL", addressOf(venue));
  vi.stubEnv("VENUE_READER_KEY", READER_KEY);
  setHttpRuntime({
    ...signedIn((headers) => headers.get("cookie") ?? undefined),
    log: createLogger("http", "info", { write: (line: string) => void lines.push(line) }),
  });
});
afterEach(async () => {
  await stop?.();
  await keys?.close();
  [stop, keys, bodies] = [undefined, undefined, []];
  requests.length = 0;
  lines.length = 0;
});
afterAll(() => {
  setHttpRuntime();
  vi.unstubAllEnvs();
  for (const server of [venue, collector]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Traces from here on, with a table of venue keys whose statements are traced: it is asked before the reader key is used. */
async function begin(url = addressOf(collector)): Promise<void> {
  take = (response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
  stop = openTraces({ url, headers: new Secret("authorization=Bearer%20token, x-team=a=b") });
  keys = await openKeyTable();
}

function read(headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://app/api/venue/orders/${ORDER}?account=${ACCOUNT}`, {
    headers: { cookie: ACCOUNT, ...headers },
  });
  return readOrder(request, { params: Promise.resolve({ id: ORDER }) });
}

/** Ends tracing, which sends all, and gives what the collector got. */
async function sent(): Promise<Sent[]> {
  await stop?.();
  stop = undefined;
  return bodies.flatMap((body) => {
    type Batch = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf(" "))) as Batch;
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const dropped = async (reason: string): Promise<number> => {
  const { values } = await metrics().traceSpansDropped.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
};

test("a request is one trace: route, verb, SQL and venue, each below the one that caused it", async () => {
  await begin();
  const answer = await read();
  const spans = await sent();
  const route = spans.find(({ name }) => name === "GET /api/venue/orders/[id]")!;
  const verb = spans.find(({ name }) => name === "verb")!;
  const statement = spans.find(({ name }) => name === "SELECT venue_keys")!;
  const call = spans.find(({ name }) => name === "GET venue")!;
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(route.parentSpanId).toBeUndefined();
  expect(verb.parentSpanId).toBe(route.spanId);
  expect([statement.parentSpanId, call.parentSpanId]).toEqual([verb.spanId, verb.spanId]);
  expect(requests[0]?.headers["traceparent"]).toBe(`00-${call.traceId}-${call.spanId}-01`);
  expect(answer.headers.get("x-request-id")).toBe(`req_${route.traceId.slice(0, 24)}`);
  expect(bodies.every((body) => body.startsWith("/v1/traces "))).toBe(true);
  expect(collectorHeaders).toMatchObject({ authorization: "Bearer token", "x-team": "a=b" });
});

test("no span has an id, a query, an address of a wallet or a key", async () => {
  await begin();
  await read();
  await sent();
  const text = bodies.join("");
  for (const hidden of [ORDER, ACCOUNT, READER_KEY, "reader_", "account=", "127.0.0.1"]) {
    expect(text).not.toContain(hidden);
  }
});

test("a traceparent of the client is a link, and the trace has an id of its own", async () => {
  await begin();
  const given = "4bf92f3577b34da6a3ce929d0e0e4736";
  await read({ traceparent: `00-${given}-00f067aa0ba902b7-01` });
  await read({ traceparent: "00-nonsense" });
  const routes = (await sent()).filter(({ name }) => name.startsWith("GET /api"));
  expect(routes.map(({ links = [] }) => links.map(({ traceId }) => traceId))).toEqual([
    [given],
    [],
  ]);
  expect(routes.map(({ traceId }) => traceId)).not.toContain(given);
});

test("a line of the log has the id of its trace", async () => {
  await begin();
  const broken = route({ credential: "public" }, () => {
    throw new TypeError("it broke");
  });
  await broken(new Request("http://app/api/broken"), NO_PARAMS);
  const [span] = (await sent()).filter(({ name }) => name === "GET /api/broken");
  const line = JSON.parse(lines[0]!) as Record<string, string>;
  expect(line).toMatchObject({ msg: "request failed", trace_id: span?.traceId });
  expect(line["requestId"]).toBe(`req_${span?.traceId.slice(0, 24)}`);
  expect(span?.status?.code).toBe(2);
});

test("a collector that is down fails no request, and what it lost is counted", async () => {
  const closed = await listening(() => {});
  const endpoint = addressOf(closed);
  await new Promise((resolve) => closed.close(resolve));
  await begin(endpoint);
  const before = await dropped("collector");
  const { status } = await read();
  expect(status).toBe((await read()).status);
  await stop?.();
  expect(await dropped("collector")).toBeGreaterThan(before);
});

test("a collector that does not answer holds neither requests nor memory", async () => {
  await begin();
  take = () => {};
  const before = await dropped("queue");
  const plain = route({ credential: "public" }, () => undefined);
  for (let count = 0; count < 3_000; count += 1) {
    expect((await plain(new Request("http://app/api/public/plain"), NO_PARAMS)).status).toBe(204);
  }
  expect(await dropped("queue")).toBeGreaterThan(before);
});

test("without a collector nothing is traced, and no header is added", async () => {
  keys = await openKeyTable();
  const { headers } = await read({ traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01` });
  expect(isTracing()).toBe(false);
  expect(requests[0]?.headers["traceparent"]).toBeUndefined();
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{24}$/);
});

test.each([
  ["", false],
  ["http://127.0.0.1:9", true],
  // The package of the interface alone comes with the metrics, and does nothing.
])("with the collector %j, the packages that trace are loaded: %s", async (endpoint, isLoaded) => {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { platformParts } = await import("#lib/server/platform-parts.ts");
    const { readConfig } = await import("#lib/platform/config/config.ts");
    await import("#lib/server/route.ts");
    const secrets = { SESSION_SECRET: "s".repeat(40), ENCRYPTION_SECRET: "e".repeat(40), VENUE_URL: "http://127.0.0.1:9" };
    const config = readConfig({ ...secrets, OTEL_EXPORTER_OTLP_ENDPOINT: ${JSON.stringify(endpoint)} });
    await platformParts.find(({ name }) => name === "traces").start({ config });
    console.log(JSON.stringify(loaded.some((url) => /@opentelemetry.(?:sdk|exporter|otlp)/.test(url))));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=react-server",
    "--input-type=module",
    "--eval",
    program,
  ]);
  expect(JSON.parse(stdout)).toBe(isLoaded);
});

test("a page is a trace named by Next's route, and what it reads is below it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "routes-"));
  const file = join(folder, "routes-manifest.json");
  const dynamicRoutes = [
    { page: "/trade/[market]", regex: "^/trade/([^/]+?)(?:/)?$" },
    { page: "/oauth/consent/[uid]", regex: "^/oauth/consent/([^/]+?)(?:/)?$" },
  ];
  writeFileSync(file, JSON.stringify({ staticRoutes: [{ page: "/partner" }], dynamicRoutes }));
  await begin();
  const answer = tracePages(async ({ url }, response) => {
    await findKey(ACCOUNT, Date.now());
    response.writeHead(url === "/partner" ? 500 : 200).end();
  }, file);
  const app = await listening((request, response) => void answer(request, response));
  try {
    const consent = `/oauth/consent/${ORDER}`;
    const pagePaths = [`/trade/${ORDER}?invitation=${ORDER}`, "/partner", consent, `/${ORDER}`];
    for (const path of [...pagePaths, "/api/x", "/oauth/token", `${consent}/decision`]) {
      await fetch(`${addressOf(app)}${path}`);
    }
    const spans = await sent();
    const pages = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(pages.map(({ name, status }) => [name, status?.code === 2])).toEqual([
      ["GET /trade/[market]", false],
      ["GET /partner", true],
      ["GET /oauth/consent/[uid]", false],
      ["GET unknown", false],
    ]);
    for (const { traceId, spanId } of pages) {
      const below = spans.filter((span) => span.traceId === traceId && span.spanId !== spanId);
      expect(below.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
        ["SELECT venue_keys", spanId],
      ]);
    }
    expect(bodies.join("")).not.toContain(ORDER);
  } finally {
    app.close();
    rmSync(folder, { recursive: true });
  }
});
