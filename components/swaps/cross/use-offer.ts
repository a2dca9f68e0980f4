"use client";

import { useEffect, useState } from "react";
import { useReadAgain } from "#components/data/use-read-again.ts";
import {
  type Destination,
  type RelayQuestion,
  readRelay,
} from "#components/swaps/sources/read-relay.ts";
import type { ReadCrossQuote } from "#lib/protocol/swaps/cross-quote.ts";

/** A relay's quote is read again after this time, and not while somebody types. */
const OFFER_MS = 10_000;
const TYPING_MS = 400;

/** What the relay offers for a question; undefined before it answers. */
export function useOffer(
  destination: Destination,
  question: RelayQuestion | undefined,
  isPaused: boolean,
): ReadCrossQuote | undefined {
  const key =
    question === undefined
      ? undefined
      : JSON.stringify({ ...question, amountIn: String(question.amountIn) });
  const [state, setState] = useState<{ key: string; offer: ReadCrossQuote }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (key === undefined) return undefined;
    const gone = new AbortController();
    const { amountIn, ...rest } = JSON.parse(key) as Omit<RelayQuestion, "amountIn"> & {
      amountIn: string;
    };
    const read = async () => {
      const asked = { ...rest, amountIn: BigInt(amountIn) };
      const offer = await readRelay(destination, asked, gone.signal);
      if (!gone.signal.aborted) setState({ key, offer });
    };
    const timer = setTimeout(() => void read(), TYPING_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [destination, key, round]);
  useReadAgain(
    () => setRound((before) => before + 1),
    key === undefined || isPaused ? undefined : OFFER_MS,
  );
  return state?.key === key ? state?.offer : undefined;
}
