/**
 * Requests per second of `GET /api/v1/mcp/keys/validate`, next to a Next route handler of the same server that does
 * nothing.
 *
 * `npm run bench:keys -- [rounds] [--smoke]`; the app runs on its embedded database, built from a copy of the tree with that
 * route.
 */
import { compareWithEmpty, withEmptyRoute } from "./_empty-route.ts";
import { KEY_LIMIT, makeKeys } from "./_keys.ts";
import { amount, figure } from "./shared/options.ts";
import { print, printCalibration } from "./shared/report.ts";

const rounds = figure(0, 7, 1);
const REQUESTS = amount(2_000, 40);
const WARM_UP = amount(2_000, 40);

await withEmptyRoute(async (app) => {
  const keys = await makeKeys(app, rounds * REQUESTS + WARM_UP);
  printCalibration();
  print(`${keys.length} keys of the usual limit, ${KEY_LIMIT} requests a minute each, in turn`);
  const validate = {
    url: `${app}/api/v1/mcp/keys/validate`,
    headers: (index: number) => ({ authorization: `Bearer ${keys[index % keys.length]}` }),
    status: 200,
  };
  const terms = { rounds, requests: REQUESTS, warmUp: WARM_UP, goal: 0.6 };
  await compareWithEmpty(app, { validate }, terms);
});
