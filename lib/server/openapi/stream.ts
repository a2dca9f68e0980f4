/** The operation of the market data stream, which the Host answers without a route handler. */
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import { STREAM_EVENTS } from "#lib/protocol/market/market-data.ts";
import { MARKET_STREAM_PATH } from "#lib/trading/streams/market-stream.ts";
import { failures } from "./failures.ts";
import type { Operation, Parameter } from "./operation.ts";

/** docs/api/streams.md has the payload of each event. */
export function streamOperation(tag: string): Operation {
  return {
    operationId: "getApiPerpsDexStream",
    summary: "Live market data as server-sent events, without an end",
    tags: [tag],
    security: [],
    parameters: [
      listOf("market", "Symbols, at most 8, or ALL for the list feed", true),
      listOf("events", `Of ${STREAM_EVENTS.join(", ")}; all when absent`, false),
      listOf(
        "kline",
        `Intervals of bars, of ${KLINE_INTERVALS.join(", ")}; none when absent`,
        false,
      ),
    ],
    responses: {
      "200": {
        description: "First the state of each event, then its changes",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
      ...failures({
        credential: "public",
        path: MARKET_STREAM_PATH,
        isLimited: true,
        reads: { body: undefined, query: true, params: undefined },
      }),
    },
  };
}

function listOf(name: string, description: string, required: boolean): Parameter {
  const schema = { type: "string", description: "Comma-separated" };
  return { name, in: "query", required, description, schema };
}
