/**
 * Requests per second of the assistant endpoint, next to a Next route handler of the same server that does nothing; and
 * how long token requests take in sequence.
 *
 * `npm run bench:mcp -- [rounds] [--smoke]`; the app runs on its embedded database, built from a copy of the tree with that
 * route.
 */
import { fileURLToPath } from "node:url";
import { requestsPerSecond, type Target } from "#scripts/bench/shared/many-requests.ts";
import { startTestStack } from "#scripts/stack/test-stack.ts";
import { copyWithEmptyRoute, EMPTY_PATH } from "./_empty-route.ts";
import { KEY_LIMIT, makeKeys, waitUntilReady } from "./_keys.ts";
import { tokenRequests } from "./_token-requests.ts";
import { amount, figure } from "./shared/options.ts";
import { count, median, print, printCalibration, row } from "./shared/report.ts";

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
async function emptyRequests(app: string, asked: number): Promise<number[]> {
  const took: number[] = [];
  while (took.length < asked) {
    const started = performance.now();
    await (await fetch(app + EMPTY_PATH)).arrayBuffer();
    took.push(performance.now() - started);
  }
  return took;
}

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const { copy, remove } = copyWithEmptyRoute(root);
try {
  const stack = await startTestStack(copy, (line) => print(line));
  try {
    const { app } = stack.endpoints;
    await waitUntilReady(app);
    const names = Object.keys(CALLS);
    const keys = await makeKeys(app, names.length * (rounds * REQUESTS + WARM_UP));
    await proveCalls(app, keys[0] ?? "");
    printCalibration();
    print(`${keys.length} keys of the usual limit, ${KEY_LIMIT} requests a minute each, in turn`);
    let sent = 0;
    const targets = new Map<string, Target>([
      ["empty", { url: app + EMPTY_PATH, headers: () => ({}), status: 204 }],
    ]);
    for (const [name, { body, headers }] of Object.entries(CALLS)) {
      const authorization = (index: number) => `Bearer ${keys[index % keys.length]}`;
      targets.set(name, {
        url: `${app}/api/v1/mcp`,
        headers: (index) => ({ ...headers, authorization: authorization(index) }),
        status: 200,
        body,
      });
    }
    const rates = new Map<string, number[]>();
    for (const target of targets.values()) {
      await requestsPerSecond(target, WARM_UP, sent);
      sent += WARM_UP;
    }
    // The kinds take turns, so that all run under the same conditions.
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, target] of targets) {
        const rate = await requestsPerSecond(target, REQUESTS, sent);
        sent += REQUESTS;
        rates.set(name, [...(rates.get(name) ?? []), rate]);
      }
    }
    row(`${rounds} rounds of ${count(REQUESTS)}, 16 in flight`, "median a second", "least", "most");
    for (const [name, values] of rates) {
      row(name, ...[median(values), Math.min(...values), Math.max(...values)].map(count));
    }
    const empty = rates.get("empty") ?? [];
    for (const name of names) {
      const ratios = (rates.get(name) ?? []).map((rate, round) => rate / (empty[round] ?? 0));
      print(`${name} is ${median(ratios).toFixed(2)} × the empty route; goal: at least ${GOAL}`);
    }
    const took: number[] = [];
    const ratios: number[] = [];
    // The two take turns, so that both run under the same conditions.
    for (let round = 0; round < TOKEN_ROUNDS; round += 1) {
      const empties = await emptyRequests(app, TOKEN_REQUESTS / TOKEN_ROUNDS);
      const refreshes = await tokenRequests(app, TOKEN_REQUESTS / TOKEN_ROUNDS);
      took.push(...refreshes);
      ratios.push(median(refreshes) / median(empties));
    }
    took.sort((one, other) => one - other);
    const p95 = took[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN;
    print(
      `${took.length} refreshes, one after the other: p50 ${median(took).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; goal: p50 of at most ${TOKEN_GOAL_MS} ms`,
    );
    print(
      `a refresh takes ${median(ratios).toFixed(1)} × as long as the empty route, asked the same way`,
    );
  } finally {
    await stack.stop();
  }
} finally {
  remove();
}
