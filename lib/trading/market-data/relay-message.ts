/** The messages of the relay as they stand in Redis. */
import { z } from "zod";
import type { MarketTopic } from "#lib/protocol/market/market-data.ts";
import type { Board, RelayedBatch } from "./market-relay.ts";
import { isMarketTopic, topicEvent } from "./market-topics.ts";

/** Replicas of another version are not understood, and not listened to. */
const VERSION = 2;

const topic = z.string().refine((text): text is MarketTopic => isMarketTopic(text));
const board = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("market"), market: z.string() }),
  z.object({ kind: z.literal("all") }),
  z.object({ kind: z.literal("blocks") }),
]);
const batch = z.object({
  board,
  /** The number orders occurrences; null is a state. */
  events: z.array(z.tuple([topic, z.string(), z.number().nullable()])),
  seen: z.number(),
  bookReadAt: z.number().optional(),
  /** JSON of fills. */
  restart: z.string().optional(),
});
const toAll = z.object({
  version: z.literal(VERSION),
  term: z.number(),
  /** Number of the message; consecutive for each sender. */
  number: z.number(),
  /** The venue's time when it was sent. */
  now: z.number().optional(),
  batch: batch.optional(),
});
const toLeader = z.object({
  version: z.literal(VERSION),
  want: z.object({ board, topic }).optional(),
  /** Asks for the latest state. */
  joins: z.boolean().optional(),
});

/** From the replica that polls: a batch, or that it polls, with the venue's time. */
export type ToAll = {
  term: number;
  number: number;
  batch?: RelayedBatch | undefined;
  now?: number | undefined;
};
export type ToLeader = {
  want?: { board: Board; topic: MarketTopic } | undefined;
  joins?: boolean | undefined;
};

export function encodeToAll({ term, number, now, batch }: ToAll): string {
  return JSON.stringify({
    version: VERSION,
    term,
    number,
    now,
    batch: batch && {
      ...batch,
      events: batch.events.map(({ topic, json, order }) => [topic, json, order ?? null]),
      restart: batch.restart && JSON.stringify(batch.restart),
    },
  } satisfies z.input<typeof toAll>);
}

/** `undefined`: of another version, or none of these. */
export function decodeToAll(text: string): ToAll | undefined {
  const read = parsed(toAll, text);
  if (read === undefined) return undefined;
  const { batch: message, term, number, now } = read;
  if (message === undefined) return { term, number, now };
  const { restart, events, ...rest } = message;
  const decoded: RelayedBatch = {
    ...rest,
    events: events.map(([name, json, order]) => topicEvent(name, json, order ?? undefined)),
    restart: restart === undefined ? undefined : JSON.parse(restart),
  };
  return { term, number, batch: decoded };
}

export function encodeToLeader(message: ToLeader): string {
  return JSON.stringify({ version: VERSION, ...message } satisfies z.input<typeof toLeader>);
}

/** `undefined`: of another version, or none of these. */
export function decodeToLeader(text: string): ToLeader | undefined {
  return parsed(toLeader, text);
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
