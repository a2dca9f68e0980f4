/** The oracle's client of the venue: its markets, and the operator's command that moves marks. */
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { jsonGet, jsonPost, keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import { type Decimal, isDecimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Markets } from "./sources/price.ts";

const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 1_000_000;

const decimal = z.custom<Decimal>((value) => typeof value === "string" && isDecimal(value));
const marketsSchema = z.array(
  z.object({ symbol: z.string(), price_tick: decimal, base_lot_size: decimal }),
);
const marksSchema = z.object({
  applied: z.array(z.string()),
  ignored: z.array(z.object({ market: z.string(), reason: z.string() })).default([]),
});

export type MarksAnswer = z.output<typeof marksSchema>;

/** Every method throws when the venue does not answer, refuses, or answers in another form. */
export type Venue = {
  markets: () => Promise<Markets>;
  /** Moves marks. The venue ignores those that look like a defect of the oracle, and lists them in its answer. */
  publish: (marks: Record<string, Decimal>) => Promise<MarksAnswer>;
};

/** @param addresses one or several, separated by commas */
export function createVenue(addresses: string, operatorKey: Secret): Venue {
  const venue = new VenueAddresses(addresses);
  const agent = keepAliveAgent(addresses);
  const bounds = { agent, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
  return {
    markets: async () => {
      const { value } = await venue.read((url) => jsonGet(`${url}/v1/markets`, bounds));
      const listed = marketsSchema.parse(value);
      return new Map(listed.map((market) => [market.symbol, marketScale(market)]));
    },
    publish: async (marks) => {
      const headers = { authorization: `Bearer ${operatorKey.reveal()}` };
      // Sent twice, the same marks change nothing.
      const { value } = await venue.read((url) =>
        jsonPost(`${url}/v1/operator/marks`, { marks }, { ...bounds, headers }),
      );
      return marksSchema.parse(value);
    },
  };
}
