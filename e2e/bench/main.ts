/**
 * The trading page in a browser, measured against the goals of its design and against peers that are built here.
 *
 * `npm run bench:ui -- sizes load interactions flood orders fills partner` runs the named measurements in this order; without
 * a name, all but the soak. `npm run bench:soak` runs the soak: half an hour, or five minutes with `--minutes 5`.
 */

import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { print, printCalibration } from "#scripts/bench/shared/report.ts";
import { root } from "#scripts/dev/root.ts";
import { startTestStack } from "#scripts/dev/stack/test-stack.ts";
import type { Bench, BenchOptions } from "./bench.ts";
import { fills } from "./fills.ts";
import { flood } from "./flood.ts";
import { interactions } from "./interactions.ts";
import { load } from "./load.ts";
import { orders } from "./orders.ts";
import { partner } from "./partner.ts";
import { sizes } from "./sizes.ts";
import { soak } from "./soak.ts";

const BENCHES: Record<string, Bench> = {
  sizes,
  load,
  interactions,
  flood,
  orders,
  fills,
  partner,
  soak,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    minutes: { type: "string", default: "30" },
  },
});
const names =
  positionals.length > 0 ? positionals : Object.keys(BENCHES).filter((name) => name !== "soak");
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  print(`There is no ${unknown.join(", ")}. There are ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}

const stack = await startTestStack(root, print);
const options: BenchOptions = {
  stack,
  root,
  isSmoke: values.smoke,
  minutes: Number(values.minutes),
};
try {
  print(`${new Date().toISOString()} · ${cpus()[0]?.model ?? "unknown processor"}`);
  printCalibration();
  for (const name of names) {
    print(`\n${name}`);
    await BENCHES[name]?.(options);
  }
} finally {
  await stack.stop();
}
