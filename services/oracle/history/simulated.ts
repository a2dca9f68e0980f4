/** The past of the simulated prices, from the sandbox's `GET /oracle/history`. */
import { z } from "zod";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import { type Decimal, isDecimal } from "#lib/protocol/decimal.ts";
import type { HistorySource } from "./history.ts";

const TIMEOUT_MS = 8_000;
/** A page has at most 10,000 bars of about 150 bytes. */
const MAX_PAGE_BYTES = 8_000_000;

const decimal = z.custom<Decimal>((value) => typeof value === "string" && isDecimal(value));
const pageSchema = z.object({
  results: z.array(
    z.object({
      start: z.number().int(),
      open: decimal,
      high: decimal,
      low: decimal,
      close: decimal,
      volume: decimal,
    }),
  ),
});

export function simulatedHistory(sandboxUrl: string): HistorySource {
  const agent = keepAliveAgent(sandboxUrl);
  return {
    page: async ({ market, startAt, endAt }) => {
      const query = new URLSearchParams({
        market,
        start_at: String(startAt),
        end_at: String(endAt),
      });
      const options = { agent, timeoutMs: TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES };
      try {
        const { value } = await jsonGet(`${sandboxUrl}/oracle/history?${query}`, options);
        return pageSchema.parse(value).results;
      } catch (error) {
        if (error instanceof UpstreamError && error.status === 404) return undefined;
        throw error;
      }
    },
  };
}
