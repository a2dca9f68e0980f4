/** The operations of public streams, which the Host answers without a route handler. */

import type { Operation, Parameter } from "#lib/kernel/openapi/operation.ts";
import { MAX_STREAM_SECONDS } from "#lib/platform/streams/stream-server.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import { STREAM_EVENTS } from "#lib/protocol/market/market-data.ts";
import { MARKET_STREAM_PATH } from "#lib/trading/streams/market-stream.ts";
import { CREDENTIALS } from "./credentials.ts";
import { failures } from "./failures.ts";

/** A stream as its domain describes it. */
export type DocumentedStream = {
  path: string;
  operationId: string;
  summary: string;
  /** What it sends, in which order. */
  description: string;
  parameters: Parameter[];
  /** Who may open it; anybody when absent. */
  credential?: "public" | "bot_key";
};

/** docs/api/streams.md has the payload of each event. */
export const MARKET_STREAM: DocumentedStream = {
  path: MARKET_STREAM_PATH,
  operationId: "streamMarketData",
  summary: "Live market data as server-sent events",
  description: "First the state of each event, then its changes",
  parameters: [
    listOf("market", "Symbols, at most 8, or ALL for the list feed", "BTCUSDC", true),
    listOf("events", `Of ${STREAM_EVENTS.join(", ")}; all when absent`, STREAM_EVENTS[0], false),
    listOf(
      "kline",
      `Intervals of bars, of ${KLINE_INTERVALS.join(", ")}; none when absent`,
      "1m",
      false,
    ),
    {
      name: "account",
      in: "query",
      required: false,
      description:
        "Events of the account too, for a browser that is signed in with this wallet; then no market is needed",
      schema: { type: "string" },
      example: "11111111111111111111111111111111",
    },
  ],
};

/** The header of a stream with a history. */
export const LAST_EVENT: Parameter = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The id of the last event that the reader has",
  schema: { type: "string" },
  example: "1767225600000-0",
};

/** The parameters of every stream. */
const LAST_EVENT_IN_QUERY: Parameter = {
  name: "lastEventId",
  in: "query",
  required: false,
  description: "The same as the header Last-Event-ID, for readers that cannot set one",
  schema: { type: "string" },
  example: "1767225600000-0",
};
const LENGTH: Parameter = {
  name: "seconds",
  in: "query",
  required: false,
  description:
    "The events of so many seconds as text/plain that ends, for readers behind a proxy that holds streams back",
  schema: { type: "integer", minimum: 1, maximum: MAX_STREAM_SECONDS },
  example: 2,
};

const EXAMPLE = "id: 1767225600000-0\nevent: hb\ndata: {}\n\n";

export function streamOperation(
  { path, operationId, summary, description, parameters, credential = "public" }: DocumentedStream,
  tag: string,
): Operation {
  return {
    operationId,
    summary,
    description: `${summary}. ${description}.\n\n${CREDENTIALS[credential].about}`,
    tags: [tag],
    security: CREDENTIALS[credential].security,
    parameters: [...parameters, LAST_EVENT_IN_QUERY, LENGTH],
    responses: {
      "200": {
        description,
        content: { "text/event-stream": { schema: { type: "string" }, example: EXAMPLE } },
      },
      ...failures({
        credential,
        path,
        isLimited: true,
        method: "get",
        reads: { body: undefined, query: undefined, params: undefined },
      }),
    },
  };
}

function listOf(name: string, description: string, example: string, required: boolean): Parameter {
  const schema = { type: "string", description: "Comma-separated" };
  return { name, in: "query", required, description, schema, example };
}
