/** The streams of the document: docs/api has the payload of each event. */
import { CATALYST_STREAM_PATH } from "#lib/catalysts/stream/catalyst-feed.ts";
import { BOT_STREAM_PATH } from "#lib/machines/bots/bot-stream.ts";
import { CATALYST_STREAM_EVENTS } from "#lib/protocol/wire/catalysts.ts";
import { type DocumentedStream, LAST_EVENT, MARKET_STREAM } from "#lib/server/openapi/stream.ts";
import { SWAP_STREAM_PATH } from "#lib/swaps/tape/tape-feed.ts";

export const DOCUMENTED_STREAMS: readonly DocumentedStream[] = [
  MARKET_STREAM,
  {
    path: BOT_STREAM_PATH,
    operationId: "streamBotAccount",
    summary: "Events of the key's wallet as server-sent events",
    description:
      "First the present state, or what was missed since Last-Event-ID, then orders, fills, positions, transfers, funding and margin as they change",
    parameters: [LAST_EVENT],
    credential: "bot_key",
  },
  {
    path: CATALYST_STREAM_PATH,
    operationId: "streamCatalysts",
    summary: "Catalysts and explained moves as server-sent events",
    description: `Events ${CATALYST_STREAM_EVENTS.join(", ")} and hb: first the newest 20, or what was missed since Last-Event-ID`,
    parameters: [LAST_EVENT],
  },
  {
    path: SWAP_STREAM_PATH,
    operationId: "streamSwaps",
    summary: "The public tape of swaps as server-sent events",
    description: "First the newest swaps, or what was missed since Last-Event-ID, then changes",
    parameters: [LAST_EVENT],
  },
];
