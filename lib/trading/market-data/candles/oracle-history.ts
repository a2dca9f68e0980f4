/** One-minute bars of the mark from before this app ran, from the oracle process. */
import { z } from "zod";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { ScaledBar } from "./bar-head.ts";
import { scaleForBar } from "./bar-head.ts";

export type OracleHistory = {
  /**
   * A page of closed one-minute bars that start in `[startAt, endAt)`, oldest first; empty when there are no more, or
   * when the feed does not know the market. @throws UpstreamError
   */
  page(query: { market: string; startAt: number; endAt: number }): Promise<ScaledBar[]>;
  close(): void;
};

const TIMEOUT_MS = 10_000;
/** A page has at most 10,000 bars of about 150 bytes. */
const MAX_PAGE_BYTES = 8_000_000;

const amount = z.string().transform((text, context) => {
  const scaled = scaleForBar(text);
  if (scaled !== undefined) return scaled;
  context.addIssue("is not a decimal string");
  return z.NEVER;
});

const pageSchema = z.object({
  results: z.array(
    z.object({
      start: z.number().int(),
      open: amount,
      high: amount,
      low: amount,
      close: amount,
      volume: amount,
    }),
  ),
});

/** Reads `GET {oracleUrl}/v1/history` of the oracle process. */
export function createOracleHistory(oracleUrl: string): OracleHistory {
  const agent = keepAliveAgent(oracleUrl);
  return {
    page: async ({ market, startAt, endAt }) => {
      const query = new URLSearchParams({
        market,
        start_at: String(startAt),
        end_at: String(endAt),
      });
      const url = `${oracleUrl}/v1/history?${query}`;
      const value = await readPage(url, agent);
      const parsed = pageSchema.safeParse(value);
      if (!parsed.success) throw new UpstreamError("unexpected", `${url}: no page of bars`);
      return parsed.data.results
        .filter((bar) => bar.start >= startAt && bar.start < endAt)
        .map((bar) => ({ ...bar, trades: 0, filled: false }));
    },
    close: () => agent.destroy(),
  };
}

async function readPage(url: string, agent: ReturnType<typeof keepAliveAgent>): Promise<unknown> {
  try {
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES };
    return (await jsonGet(url, { agent, peer: "oracle", ...bounds })).value;
  } catch (thrown) {
    if (thrown instanceof UpstreamError && thrown.status === 404) return { results: [] };
    throw thrown;
  }
}
