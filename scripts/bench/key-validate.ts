/**
 * Requests per second of `GET /api/v1/mcp/keys/validate`, next to a Next route handler of the same server that does
 * nothing.
 *
 * `npm run bench:keys -- [rounds] [--smoke]`; the app runs on its embedded database, built from a copy of the tree with that
 * route.
 */
import { fileURLToPath } from "node:url";
import { requestsPerSecond, type Target } from "#scripts/bench/shared/many-requests.ts";
import { startTestStack } from "#scripts/stack/test-stack.ts";
import { copyWithEmptyRoute, EMPTY_PATH } from "./_empty-route.ts";
import { KEY_LIMIT, makeKeys, waitUntilReady } from "./_keys.ts";
import { amount, figure } from "./shared/options.ts";
import { count, median, print, printCalibration, row } from "./shared/report.ts";

const rounds = figure(0, 7, 1);
const REQUESTS = amount(2_000, 40);
const WARM_UP = amount(2_000, 40);
const GOAL = 0.6;

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const { copy, remove } = copyWithEmptyRoute(root);
try {
  const stack = await startTestStack(copy, (line) => print(line));
  try {
    const { app } = stack.endpoints;
    await waitUntilReady(app);
    const keys = await makeKeys(app, rounds * REQUESTS + WARM_UP);
    printCalibration();
    print(`${keys.length} keys of the usual limit, ${KEY_LIMIT} requests a minute each, in turn`);
    const empty: Target = { url: app + EMPTY_PATH, headers: () => ({}), status: 204 };
    const validate: Target = {
      url: `${app}/api/v1/mcp/keys/validate`,
      headers: (index) => ({ authorization: `Bearer ${keys[index % keys.length]}` }),
      status: 200,
    };
    await requestsPerSecond(empty, WARM_UP);
    await requestsPerSecond(validate, WARM_UP);
    const rates = { empty: [] as number[], validate: [] as number[] };
    // The two take turns, so that both run under the same conditions.
    for (let round = 0; round < rounds; round += 1) {
      rates.empty.push(await requestsPerSecond(empty, REQUESTS));
      rates.validate.push(await requestsPerSecond(validate, REQUESTS, WARM_UP + round * REQUESTS));
    }
    row(`${rounds} rounds of ${count(REQUESTS)}, 16 in flight`, "median a second", "least", "most");
    for (const [name, values] of Object.entries(rates)) {
      row(name, ...[median(values), Math.min(...values), Math.max(...values)].map(count));
    }
    const ratios = rates.validate.map((rate, round) => rate / (rates.empty[round] ?? Number.NaN));
    print(
      `validate is ${median(ratios).toFixed(2)} × the empty route (median of the rounds' ratios); goal: at least ${GOAL}`,
    );
  } finally {
    await stack.stop();
  }
} finally {
  remove();
}
