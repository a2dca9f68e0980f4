"use client";

import { useTypedRead } from "#components/swaps/form/use-typed-read.ts";
import {
  type Destination,
  type RelayQuestion,
  readRelay,
} from "#components/swaps/sources/read-relay.ts";
import type { ReadCrossQuote } from "#lib/protocol/swaps/cross/cross-quote.ts";

/** The relay's offer for a question; undefined before it answers. */
export function useRelayOffer(
  destination: Destination,
  question: RelayQuestion | undefined,
  isPaused: boolean,
): ReadCrossQuote | undefined {
  const read = async (latest: RelayQuestion, signal: AbortSignal) => {
    const body = await readRelay(destination, latest, signal);
    return { ok: true, status: 200, body } as const;
  };
  return useTypedRead(question, read, isPaused).data;
}
