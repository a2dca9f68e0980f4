"use client";

import { useTypedRead } from "#components/swaps/form/use-typed-read.ts";
import {
  type Destination,
  type RelayQuestion,
  readRelay,
} from "#components/swaps/sources/read-relay.ts";
import type { ReadCrossQuote } from "#lib/protocol/swaps/cross-quote.ts";

/** What the relay offers for a question; undefined before it answers. */
export function useOffer(
  destination: Destination,
  question: RelayQuestion | undefined,
  isPaused: boolean,
): ReadCrossQuote | undefined {
  const read = async (asked: RelayQuestion, signal: AbortSignal) => {
    const body = await readRelay(destination, asked, signal);
    return { ok: true, status: 200, body } as const;
  };
  return useTypedRead(question, read, isPaused).data;
}
