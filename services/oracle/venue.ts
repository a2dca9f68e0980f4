/** The venue as the oracle process sees it: its markets, and the operator's command that moves marks. */
import { z } from "zod";
import type { Secret } from "#lib/env.ts";
import { type Decimal, isDecimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import type { Markets } from "./price.ts";

const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 1_000_000;
const SHOWN_CHARACTERS = 200;

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
  /** Moves marks. The venue ignores what it takes for a defect of the oracle, and says so. */
  publish: (marks: Record<string, Decimal>) => Promise<MarksAnswer>;
};

export function createVenue(baseUrl: string, operatorKey: Secret): Venue {
  return {
    markets: async () => {
      const listed = marketsSchema.parse(await exchange(`${baseUrl}/v1/markets`));
      return new Map(listed.map((market) => [market.symbol, marketScale(market)]));
    },
    publish: async (marks) => {
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${operatorKey.reveal()}`,
      };
      const body = JSON.stringify({ marks });
      const url = `${baseUrl}/v1/operator/marks`;
      return marksSchema.parse(await exchange(url, { method: "POST", headers, body }));
    },
  };
}

async function exchange(url: string, init: RequestInit = {}): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal, redirect: "error" });
  const text = await boundedText(response);
  if (!response.ok) {
    throw new Error(`${url} answered ${response.status}: ${text.slice(0, SHOWN_CHARACTERS)}`);
  }
  return JSON.parse(text);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}
