/** Server-sent events as bytes. An event is turned into bytes once, whoever and how many read it. */
import type { MarketEvent } from "#lib/market-data/topics.ts";

export type Frame = {
  bytes: Buffer;
  /** A later frame with the same key replaces this one for a reader that is behind; `undefined`: never. */
  key: string | undefined;
};

/** What goes out together, in one write a connection. */
export type Batch = { frames: readonly Frame[]; bytes: Buffer };

/** First on every stream: a browser reconnects after 3 s (spec 2, "Reconnecting"). */
export const RETRY_BYTES = Buffer.from("retry: 3000\n\n");

export const HEARTBEAT: Batch = batchOf([frame("hb", "{}", "hb")]);

const framesOfEvents = new WeakMap<MarketEvent, Frame>();

export function eventFrame(event: MarketEvent): Frame {
  const known = framesOfEvents.get(event);
  if (known !== undefined) return known;
  const made = frame(event.event, event.json, event.key);
  framesOfEvents.set(event, made);
  return made;
}

export function batchOf(frames: readonly Frame[]): Batch {
  const [only] = frames;
  const bytes =
    only !== undefined && frames.length === 1
      ? only.bytes
      : Buffer.concat(frames.map((part) => part.bytes));
  return { frames, bytes };
}

function frame(event: string, json: string, key: string | undefined): Frame {
  return { bytes: Buffer.from(`event: ${event}\ndata: ${json}\n\n`), key };
}
