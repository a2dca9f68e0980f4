/** Reads the prices of the simulated market, at which the pools of a new chain begin. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { jsonGet, keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { BASE_PRICES } from "./build-genesis.ts";

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 64 * 1024;
const ATTEMPTS = 20;
const WAIT_MS = 500;
const QUOTE = "USDC";

const answer = z.looseObject({
  markets: z.record(z.string(), z.looseObject({ price: z.string().refine(isDecimal) })),
});

/**
 * @param url of the market's prices. Without one, or without an answer in time, the base prices
 * apply
 */
export async function readPrices(
  url: string | undefined,
  log: Pick<Logger, "warn">,
): Promise<Record<string, string>> {
  if (url === undefined) return BASE_PRICES;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await ask(url);
    } catch (error) {
      if (attempt === ATTEMPTS)
        log.warn({ err: error }, "no market prices; pools begin at the usual ones");
      else await sleep(WAIT_MS);
    }
  }
  return BASE_PRICES;
}

async function ask(url: string): Promise<Record<string, string>> {
  const agent = keepAliveAgent(url, 1);
  try {
    const options = { agent, name: "the market", timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const { markets } = answer.parse((await jsonGet(url, options)).value);
    const prices: Record<string, string> = { ...BASE_PRICES };
    for (const symbol of Object.keys(TOKENS)) {
      const price = markets[`${symbol}${QUOTE}`]?.price;
      if (price !== undefined) prices[symbol] = price;
    }
    return prices;
  } finally {
    agent.destroy();
  }
}
