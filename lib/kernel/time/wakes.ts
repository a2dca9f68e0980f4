/**
 * Wakes the loops of this process by the write that makes work for them. The writer names the channel after the commit. A wake only
 * hints: each loop also polls slowly, for work whose process ended in between and for work of other replicas.
 */

import { EventEmitter } from "node:events";
import { processSlot } from "#lib/kernel/process-slot.ts";

const slot = processSlot<EventEmitter>("wakes");

function wakes(): EventEmitter {
  // One listener a loop: more loops than ten are no leak.
  slot.value ??= new EventEmitter().setMaxListeners(0);
  return slot.value;
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
