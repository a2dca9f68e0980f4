/** Server-sent events as bytes. An event is serialized once for all its readers. */
import type { MarketEvent } from "#lib/trading/market-data/topics.ts";

export type Frame = {
  bytes: Buffer;
  /** A later frame with the same key replaces this one for a reader that is behind; `undefined`: never. */
  key: string | undefined;
};

/** Frames that go out in one write for each connection. Both forms share their memory. */
export type Batch = {
  frames: readonly Frame[];
  /** A chunk of HTTP/1.1, framed once for all readers. */
  chunk: Buffer;
  /** The same without the framing, for HTTP/1.0. */
  plain: Buffer;
};

/** First on every stream: a browser reconnects after 3 s (spec 2, "Reconnecting"). */
export const RETRY: Frame = { bytes: Buffer.from("retry: 3000\n\n"), key: undefined };

/** Has no id, so that the reader keeps its last event id. */
export const HEARTBEAT: Frame = frame("event: hb\ndata: {}\n\n", "hb");

const framesOfEvents = new WeakMap<MarketEvent, Frame>();
/** Keyed by market as well, because the head of the chain is one event for all of them. */
const namedFrames = new Map<string, WeakMap<MarketEvent, Frame>>();

/** The frame of a stream that follows one market. */
export function eventFrame(event: MarketEvent): Frame {
  const { event: name, json, key } = event;
  return kept(framesOfEvents, event, () => frame(`event: ${name}\ndata: ${json}\n\n`, key));
}

/** The frame of a stream that follows several markets: the event's id names its market. */
export function namedEventFrame(market: string, event: MarketEvent): Frame {
  const { event: name, json, key } = event;
  const frames = namedFrames.get(market) ?? new WeakMap<MarketEvent, Frame>();
  namedFrames.set(market, frames);
  return kept(frames, event, () =>
    frame(
      `id: ${market}\nevent: ${name}\ndata: ${json}\n\n`,
      key === undefined ? undefined : `${market} ${key}`,
    ),
  );
}

export function batchOf(frames: readonly Frame[]): Batch {
  const size = frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const head = Buffer.from(`${size.toString(16)}\r\n`);
  const tail = Buffer.from("\r\n");
  const chunk = Buffer.concat([head, ...frames.map(({ bytes }) => bytes), tail]);
  return { frames, chunk, plain: chunk.subarray(head.length, head.length + size) };
}

function kept(frames: WeakMap<MarketEvent, Frame>, event: MarketEvent, make: () => Frame): Frame {
  const known = frames.get(event);
  if (known !== undefined) return known;
  const made = make();
  frames.set(event, made);
  return made;
}

function frame(text: string, key: string | undefined): Frame {
  return { bytes: Buffer.from(text), key };
}
