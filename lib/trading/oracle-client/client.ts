/** Typed reads of the oracle process, which knows the external price feeds behind the venue's marks. */
import { z } from "zod";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import { type Decimal, isDecimal } from "#lib/protocol/decimal.ts";
import type { OraclePrices } from "#lib/protocol/market/oracle.ts";

export type { OraclePrices };

export type OracleClient = {
  /** `GET /v1/prices`. @throws UpstreamError, and nothing else */
  prices(): Promise<OraclePrices>;
  /** Closes idle connections. */
  close(): void;
};

const TIMEOUT_MS = 1_000;
const MAX_ANSWER_BYTES = 256_000;

const decimal = z.custom<Decimal>((value) => typeof value === "string" && isDecimal(value), {
  error: "is not a decimal string",
});
const pricesSchema: z.ZodType<OraclePrices> = z.object({
  src: z.string().min(1).max(64).nullable(),
  ts: z.number().int(),
  prices: z.record(
    z.string(),
    z.object({ price: decimal, ts: z.number().int(), sources: z.array(z.string()) }),
  ),
});

/** @param baseUrl of the oracle process, without a slash at its end. */
export function createOracleClient(baseUrl: string): OracleClient {
  const agent = keepAliveAgent(baseUrl);
  const url = `${baseUrl}/v1/prices`;
  return {
    prices: async () => {
      const { value } = await jsonGet(url, {
        agent,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        peer: "oracle",
      });
      const parsed = pricesSchema.safeParse(value);
      if (!parsed.success) throw new UpstreamError("unexpected", `${url}: no prices`);
      return parsed.data;
    },
    close: () => agent.destroy(),
  };
}
