/**
 * `GET /api/bot/v1/stream`: the events of the key's wallet, as the venue sends them, over a connection of its own: so the ids
 * are the venue's, and a bot that comes back goes on behind its last event.
 */
import "server-only";
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { EventStream } from "#lib/kernel/streams/event-stream.ts";
import { frameOf } from "#lib/kernel/streams/frames.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { config } from "#lib/platform/config/config.ts";
import type {
  Feed,
  StreamDefinition,
  StreamOwner,
} from "#lib/platform/streams/stream-definition.ts";
import { findKey } from "#lib/trading/venue-access/key-store.ts";

export const BOT_STREAM_PATH = "/api/bot/v1/stream";

/** Of one wallet at this replica; the venue has a limit of its own. */
const MAX_STREAMS_PER_WALLET = 5;
const RETRY_AFTER_SECONDS = 3;
const WAIT_MS = { first: 250, longest: 5_000 };
const SILENCE_MS = 40_000;
const MAX_EVENT_CHARACTERS = 64_000;

/** The venue key of the wallet, and whether the venue has refused it. */
type VenueAccess = { key: string; isRefused: boolean };

type Parts = {
  /** @throws a refusal of the catalogue with status 401 or 403 */
  ownerOf: (request: IncomingMessage, from: { address: string }) => Promise<StreamOwner>;
  timers: Timers;
  log: Logger;
};

export function botStream({ ownerOf, timers, log }: Parts): StreamDefinition {
  const open = new Map<string, number>();
  let opened = 0;
  const venues = new WeakMap<StreamOwner, VenueAccess>();
  return {
    path: BOT_STREAM_PATH,
    parameters: [],
    readerOf: async (request, { address }) => {
      const owner = await ownerOf(request, { address });
      const { account = "" } = owner;
      if ((open.get(account) ?? 0) >= MAX_STREAMS_PER_WALLET) {
        const retryAfterSeconds = RETRY_AFTER_SECONDS;
        throw new ServiceError("TOO_MANY_STREAMS", {
          most: MAX_STREAMS_PER_WALLET,
          retryAfterSeconds,
        });
      }
      const key = await findKey(account, timers.now());
      if (key === undefined) throw new ServiceError("TRADING_NOT_ENABLED");
      const venue = { key: key.secret, isRefused: false };
      venues.set(owner, venue);
      const { check } = owner;
      owner.check = async () => {
        // The key was revoked at the venue.
        if (venue.isRefused) throw new ServiceError("TRADING_NOT_ENABLED");
        return check();
      };
      return owner;
    },
    feeds: ({ reader, lastEventId }) => {
      const { account = "" } = reader ?? {};
      const venue = (reader && venues.get(reader)) ?? { key: "", isRefused: true };
      opened += 1;
      const count = (more: number) => open.set(account, (open.get(account) ?? 0) + more);
      return [connectionFeed(String(opened), { venue, lastEventId, count, timers, log })];
    },
  };
}

type Connecting = {
  venue: VenueAccess;
  lastEventId: string | undefined;
  count: (more: number) => void;
} & Pick<Parts, "timers" | "log">;

/** The feed of one reader; it holds a connection to the venue while it is read. */
function connectionFeed(name: string, { venue, count, timers, log, ...from }: Connecting): Feed {
  let { lastEventId } = from;
  return {
    key: name,
    state: () => [],
    subscribe: (deliver) => {
      const addresses = new VenueAddresses(config().venueAddresses);
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
          authorization: `Bearer ${venue.key}`,
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
        onLost: (_, status) => {
          venue.isRefused = status === 401;
          addresses.moveFrom(url);
        },
      });
      return () => {
        count(-1);
        stream.close();
      };
    },
  };
}
