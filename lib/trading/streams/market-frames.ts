/** The events of markets as bytes, made once for all readers of the same form. */
import { type Frame, frameOf } from "#lib/kernel/streams/frames.ts";
import type { MarketEvent } from "#lib/trading/market-data/market-topics.ts";

const framesOfEvents = new WeakMap<MarketEvent, Frame>();
/** Keyed by market as well, because the head of the chain is one event for all of them. */
const namedFrames = new Map<string, WeakMap<MarketEvent, Frame>>();

/** The frame of a stream that follows one market. */
export function eventFrame(event: MarketEvent): Frame {
  return cachedFrame(framesOfEvents, event, () => frameOf(event));
}

/** The frame of a stream that follows several markets: the event's id names its market. */
export function namedEventFrame(market: string, event: MarketEvent): Frame {
  const frames = namedFrames.get(market) ?? new WeakMap<MarketEvent, Frame>();
  namedFrames.set(market, frames);
  const key = event.key === undefined ? undefined : `${market} ${event.key}`;
  return cachedFrame(frames, event, () => frameOf({ ...event, id: market, key }));
}

function cachedFrame(
  frames: WeakMap<MarketEvent, Frame>,
  event: MarketEvent,
  make: () => Frame,
): Frame {
  const known = frames.get(event);
  if (known !== undefined) return known;
  const made = make();
  frames.set(event, made);
  return made;
}
