/**
 * Requests per second of the assistant endpoint, next to a Next route handler of the same server that does nothing; and
 * how long token requests take in sequence.
 *
 * `npm run bench:mcp -- [rounds] [--smoke]`; the app runs on its embedded database, built from a copy of the tree with that
 * route.
 */
import { compareWithEmpty, EMPTY_PATH, withEmptyRoute } from "./_empty-route.ts";
import { KEY_LIMIT, makeKeys } from "./_keys.ts";
import { tokenRequests } from "./_token-requests.ts";
import { amount, figure } from "./shared/options.ts";
import { median, percentile, print, printCalibration } from "./shared/report.ts";

const rounds = figure(0, 7, 1);
const REQUESTS = amount(1_500, 40);
const WARM_UP = amount(1_500, 40);
const GOAL = 0.5;
const TOKEN_REQUESTS = amount(300, 10);
const TOKEN_ROUNDS = amount(6, 1);
const TOKEN_GOAL_MS = 5;
const REVISION = "2026-07-28";

type Call = { method: string; name?: string; params?: object };

const LIST: Call = { method: "tools/list" };
const PRICE: Call = {
  method: "tools/call",
  name: "get_price",
  params: { name: "get_price", arguments: { market: "BTCUSDC" } },
};

/** As a client of a protocol revision with `initialize` sends it. */
function plain({ method, params = {} }: Call): { body: string; headers: Record<string, string> } {
  return { body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), headers: {} };
}

/** As a client of the protocol revision without sessions sends it. */
function stateless(call: Call): { body: string; headers: Record<string, string> } {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { body } = plain({ ...call, params: { ...call.params, _meta: meta } });
  const named: Record<string, string> = call.name === undefined ? {} : { "mcp-name": call.name };
  return {
    body,
    headers: { ...named, "mcp-protocol-version": REVISION, "mcp-method": call.method },
  };
}

const CALLS = {
  "tools/list": plain(LIST),
  get_price: plain(PRICE),
  [`tools/list, ${REVISION}`]: stateless(LIST),
  [`get_price, ${REVISION}`]: stateless(PRICE),
};

/** The measurement counts answers, not a refusal with the same status. @throws Error for any other answer */
async function proveCalls(app: string, key: string): Promise<void> {
  for (const [name, { body, headers }] of Object.entries(CALLS)) {
    const authorization = `Bearer ${key}`;
    const answer = await fetch(`${app}/api/v1/mcp`, {
      method: "POST",
      headers: { ...headers, authorization, "content-type": "application/json" },
      body,
    });
    const text = await answer.text();
    if (!/"mark_price":"|"inputSchema":/.test(text)) throw new Error(`${name}: ${text}`);
  }
}

/** Milliseconds of `asked` answers of the empty route, in sequence. */
async function emptyRequests(app: string, count: number): Promise<number[]> {
  const took: number[] = [];
  while (took.length < count) {
    const started = performance.now();
    await (await fetch(app + EMPTY_PATH)).arrayBuffer();
    took.push(performance.now() - started);
  }
  return took;
}

/** Prints how long refreshes take in sequence, and beside the empty route. */
async function measureRefreshes(app: string): Promise<void> {
  const took: number[] = [];
  const ratios: number[] = [];
  // The two take turns, so that both run under the same conditions.
  for (let round = 0; round < TOKEN_ROUNDS; round += 1) {
    const empties = await emptyRequests(app, TOKEN_REQUESTS / TOKEN_ROUNDS);
    const refreshes = await tokenRequests(app, TOKEN_REQUESTS / TOKEN_ROUNDS);
    took.push(...refreshes);
    ratios.push(median(refreshes) / median(empties));
  }
  const [p50, p95] = [median(took), percentile(took, 0.95)].map((ms) => `${ms.toFixed(1)} ms`);
  print(
    `${took.length} refreshes, one after the other: p50 ${p50}, p95 ${p95}; goal: p50 of at most ${TOKEN_GOAL_MS} ms`,
  );
  print(
    `a refresh takes ${median(ratios).toFixed(1)} × as long as the empty route, asked the same way`,
  );
}

await withEmptyRoute(async (app) => {
  const calls = Object.entries(CALLS);
  const keys = await makeKeys(app, calls.length * (rounds * REQUESTS + WARM_UP));
  await proveCalls(app, keys[0] ?? "");
  printCalibration();
  print(`${keys.length} keys of the usual limit, ${KEY_LIMIT} requests a minute each, in turn`);
  const targets = calls.map(([name, { body, headers }]) => {
    const target = {
      url: `${app}/api/v1/mcp`,
      headers: (index: number) => ({
        ...headers,
        authorization: `Bearer ${keys[index % keys.length]}`,
      }),
      status: 200,
      body,
    };
    return [name, target] as const;
  });
  const terms = { rounds, requests: REQUESTS, warmUp: WARM_UP, goal: GOAL };
  await compareWithEmpty(app, Object.fromEntries(targets), terms);
  await measureRefreshes(app);
});
