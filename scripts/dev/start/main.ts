/** `npm start` and `npm run dev`: the whole product on this machine, from nothing to a page with a moving chart. */

import { relative } from "node:path";
import { root } from "#scripts/dev/root.ts";
import { secondsSince } from "#scripts/dev/say.ts";
import { readStackOptions } from "#scripts/dev/stack/options.ts";
import { type Stack, startStack } from "#scripts/dev/stack/stack.ts";
import { welcome } from "./welcome.ts";

const started = performance.now();

let stack: Stack | undefined;
const stopping = new AbortController();

/**
 * One shutdown path for Ctrl-C, SIGTERM, a closed terminal and a parent that is gone; a second signal changes
 * nothing.
 */
function onSignal(): void {
  if (stopping.signal.aborted) return;
  console.log("\nstopping");
  stopping.abort();
  // A start that is under way cleans up after itself.
  if (stack) void stack.stop().then(leave);
}

function leave(): never {
  console.log("stopped");
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
process.on("disconnect", onSignal);

try {
  const options = readStackOptions(root, process.env, {
    development: process.argv.includes("--dev"),
  });
  const say = (line: string): void => console.log(line);
  say(`starting; data in ${relative(root, options.dataDir) || "."}`);
  stack = await startStack({ options, say, signal: stopping.signal });
  say(welcome(stack.endpoints, options.priceSources));
  say(
    `ready in ${secondsSince(started)}: open ${stack.endpoints.app}/trade/BTCUSDC (Ctrl-C stops everything)`,
  );
  const error = await stack.failed;
  console.error(`\n${error.message}\n\nEverything else was stopped.`);
  process.exit(1);
} catch (error) {
  if (stopping.signal.aborted) leave();
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  console.error(
    "Nothing is left running, and no data is lost. Correct what is named above and run the command again.",
  );
  process.exit(1);
}
