/**
 * A replica of the app's half of swaps, which tests kill: it executes what it reads line by line, and follows the chain. Arguments: the
 * database's address. The chain is named by the environment.
 */
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import type { WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config.ts";
import { openDatabase } from "#lib/platform/db/client.ts";
import { Secret } from "#lib/platform/env.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { useLimits } from "#lib/platform/http/limits.ts";
import { createLogger } from "#lib/platform/log.ts";
import { startParts } from "#lib/platform/process-part.ts";
import { systemTimers } from "#lib/platform/timers.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { executeSwap } from "#lib/swaps/execute/execute-swap.ts";
import { swapParts } from "#lib/swaps/swap-parts.ts";
import { type MarketData, useMarketData } from "#lib/trading/market-data/hub.ts";

export type SwapCommand = { actor: WalletActor; plan: RoutePlan; transaction: string };

const [, , url = ""] = process.argv;
const databaseUrl = new Secret(url);
await openDatabase({ dataDir: "unused", databaseUrl });
const quota = { allowed: true, limit: 1_000, remaining: 999, resetSeconds: 60 };
const limit = { take: () => Promise.resolve(quota), spent: () => Promise.resolve(undefined) };
useLimits({ of: () => limit, close: async () => {} });
useMarketData({
  snapshot: (market: string) => ({
    mark: { market, mark_price: "1", timestamp: Date.now() },
  }),
} as unknown as MarketData);
const log = createLogger("swaps", "silent");
await startParts(swapParts, {
  config: { ...config(), databaseUrl },
  timers: systemTimers,
  log,
});
// A SIGKILL leaves no time for it.
flushCompileCache();
process.stdout.write("ready\n");

for await (const line of createInterface({ input: process.stdin })) {
  const { actor, plan, transaction } = JSON.parse(line) as SwapCommand;
  executeSwap({ actor, quotas: [], now: Date.now() }, { plan, transaction }).then(
    ({ signature }) => process.stdout.write(`${signature}\n`),
    (error: unknown) => {
      const code = error instanceof ServiceError ? error.code : String(error);
      process.stdout.write(`${code}\n`);
    },
  );
}
