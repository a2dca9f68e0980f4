/**
 * Wakes the loops of this process by the write that makes work for them. Whoever writes names the channel after the commit. A wake only
 * hints: each loop also polls slowly, for work whose process ended in between and for work of other replicas.
 */
import { EventEmitter } from "node:events";

const SLOT: unique symbol = Symbol.for("svc.wakes");
const holder: typeof globalThis & { [SLOT]?: EventEmitter } = globalThis;

/** Bundled route handlers have their own copy of this module; the loops of the process are one. */
function wakes(): EventEmitter {
  // One listener a loop: more loops than ten are no leak.
  holder[SLOT] ??= new EventEmitter().setMaxListeners(0);
  return holder[SLOT];
}

/** Call it after the commit. */
export function wakeLoops(channel: string): void {
  wakes().emit(channel);
}

/** Calls `wake` at each call of {@link wakeLoops} with one of the channels, until the result is called. */
export function onWake(channels: readonly string[], wake: () => void): () => void {
  for (const channel of channels) wakes().on(channel, wake);
  return () => {
    for (const channel of channels) wakes().off(channel, wake);
  };
}
