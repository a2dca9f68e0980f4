/** `npm run stack:cluster`: a production stack on this machine until Ctrl-C. */

import { parseArgs } from "node:util";
import { root } from "#scripts/dev/root.ts";
import { secondsSince } from "#scripts/dev/say.ts";
import { type Cluster, startCluster, writeClusterFile } from "./cluster.ts";

const USAGE = `Usage: npm run stack:cluster -- [--no-chain]

Starts two Postgres servers, Redis, two venues, two apps behind nginx and what they need, on loopback, from an empty
folder (DATA_DIR/cluster). cluster.json in that folder has the addresses and process ids. The ports are those of npm start.
`;

const { values } = parseArgs({
  options: { "no-chain": { type: "boolean" }, help: { type: "boolean" } },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

const started = performance.now();
const stopping = new AbortController();
let cluster: Cluster | undefined;

function onSignal(): void {
  if (stopping.signal.aborted) return;
  console.log("\nstopping");
  stopping.abort();
  // A start that is under way cleans up after itself.
  if (cluster) void cluster.stop().then(() => process.exit(0));
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);

function table({ url, apps, venues, stack, folder }: Cluster): string {
  const { pids } = stack.processes;
  const rows = [
    ["front", url, ""],
    ["app", apps[0], pids["app"]],
    ["app-2", apps[1], pids["app-2"]],
    ["venue", venues[0], pids["venue"]],
    ["venue-2", venues[1], pids["venue-2"]],
    ["oracle", stack.endpoints.oracle, pids["oracle"]],
    ["sandbox", stack.endpoints.sandbox, pids["sandbox"]],
  ];
  const lines = rows.map(
    ([name, at, pid]) => `  ${String(name).padEnd(9)}${String(at).padEnd(26)}${pid}`,
  );
  return [...lines, `  data, logs and cluster.json in ${folder}`].join("\n");
}

try {
  cluster = await startCluster({
    root,
    dataDir: process.env["DATA_DIR"] ?? `${root}/.data`,
    environment: process.env,
    hasChain: !values["no-chain"],
    say: (line) => console.log(line),
    signal: stopping.signal,
  });
  writeClusterFile(cluster);
  console.log(table(cluster));
  console.log(`ready in ${secondsSince(started)} (Ctrl-C stops everything)`);
  const error = await cluster.stack.failed;
  console.error(`\n${error.message}`);
  await cluster.stop();
  process.exit(1);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
