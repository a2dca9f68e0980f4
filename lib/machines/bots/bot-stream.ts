/**
 * `GET /api/bot/v1/stream`: the events of the key's wallet, as the venue sends them, over a connection of its own: so the ids
 * are the venue's, and a bot that comes back goes on behind its last event.
 */
import "server-only";
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { EventStream } from "#lib/kernel/streams/event-stream.ts";
import { frameOf } from "#lib/kernel/streams/frames.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type {
  Feed,
  StreamDefinition,
  StreamOwner,
} from "#lib/platform/streams/stream-definition.ts";
import { findKey } from "#lib/trading/venue-access/key-store.ts";
import { venueOfRequests } from "#lib/trading/venue-access/venue-of-requests.ts";

export const BOT_STREAM_PATH = "/api/bot/v1/stream";

/** Of one wallet at this replica; the venue has a limit of its own. */
const MOST_OF_ACCOUNT = 5;
const RETRY_AFTER_SECONDS = 3;
const WAIT_MS = { first: 250, longest: 5_000 };
const SILENCE_MS = 40_000;
const MAX_EVENT_CHARACTERS = 64_000;

type Parts = {
  /** @throws a refusal of the catalogue with status 401 or 403 */
  ownerOf: (request: IncomingMessage, from: { address: string }) => Promise<StreamOwner>;
  timers: Timers;
  log: Logger;
};

export function botStream({ ownerOf, timers, log }: Parts): StreamDefinition {
  const open = new Map<string, number>();
  let opened = 0;
  const venueKeys = new WeakMap<StreamOwner, string>();
  return {
    path: BOT_STREAM_PATH,
    parameters: [],
    readerOf: async (request, { address }) => {
      const owner = await ownerOf(request, { address });
      const { account = "" } = owner;
      if ((open.get(account) ?? 0) >= MOST_OF_ACCOUNT) {
        const retryAfterSeconds = RETRY_AFTER_SECONDS;
        throw new ServiceError("TOO_MANY_STREAMS", { most: MOST_OF_ACCOUNT, retryAfterSeconds });
      }
      const key = await findKey(account, timers.now());
      if (key === undefined) throw new ServiceError("TRADING_NOT_ENABLED");
      venueKeys.set(owner, key.secret);
      return owner;
    },
    feeds: ({ reader, lastEventId }) => {
      const { account = "" } = reader ?? {};
      const key = (reader && venueKeys.get(reader)) ?? "";
      opened += 1;
      const count = (more: number) => open.set(account, (open.get(account) ?? 0) + more);
      return [connectionFeed(String(opened), { key, lastEventId, count, timers, log })];
    },
  };
}

type Connecting = {
  key: string;
  lastEventId: string | undefined;
  count: (more: number) => void;
} & Pick<Parts, "timers" | "log">;

/** The feed of one reader; it holds a connection to the venue while it is read. */
function connectionFeed(name: string, { key, count, timers, log, ...from }: Connecting): Feed {
  let { lastEventId } = from;
  return {
    key: name,
    state: () => [],
    subscribe: (deliver) => {
      const addresses = venueOfRequests();
      let url = "";
      count(1);
      const stream = new EventStream({
        name: "venue",
        texts: {
          open: "the venue streams to a bot",
          lost: "the venue's stream to a bot is lost",
        },
        url: () => {
          url = addresses.current;
          return `${url}/v1/stream`;
        },
        headers: () => ({
          authorization: `Bearer ${key}`,
          ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
        }),
        waitMs: WAIT_MS,
        silenceMs: SILENCE_MS,
        maxEventCharacters: MAX_EVENT_CHARACTERS,
        timers,
        log,
        onEvent: ({ id, event = "", data }) => {
          // This server sends heartbeats of its own.
          if (event === "hb") return true;
          lastEventId = id ?? lastEventId;
          deliver([frameOf({ ...(id !== undefined && { id }), event, json: data })]);
          return true;
        },
        onLost: () => addresses.moveFrom(url),
      });
      return () => {
        count(-1);
        stream.close();
      };
    },
  };
}
