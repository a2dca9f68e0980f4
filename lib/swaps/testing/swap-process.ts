/**
 * The app's half of swaps as a process that tests kill. It executes the swaps that it reads line by
 * line, and follows the chain. The argument is the database's address; the environment names the
 * chain.
 */
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { openDatabase } from "#lib/platform/db/client.ts";
import { setLimits } from "#lib/platform/http/rate-limits.ts";
import { startParts } from "#lib/platform/process/process-part.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { executeSwap } from "#lib/swaps/execute/execute-swap.ts";
import { swapParts } from "#lib/swaps/swap-parts.ts";
import { type MarketData, setMarketData } from "#lib/trading/market-data/market-hub.ts";

export type SwapCommand = { actor: WalletActor; plan: RoutePlan; transaction: string };

const [, , url = ""] = process.argv;
const databaseUrl = new Secret(url);
await openDatabase({ dataDir: "unused", databaseUrl });
const quota = { allowed: true, limit: 1_000, remaining: 999, resetSeconds: 60 };
const limit = { take: () => Promise.resolve(quota), spent: () => Promise.resolve(undefined) };
setLimits({ of: () => limit, close: async () => {} });
setMarketData({
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
// Written now, because a SIGKILL leaves no time for it.
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
