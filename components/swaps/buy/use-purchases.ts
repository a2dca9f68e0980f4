"use client";

import { useCallback, useEffect, useState } from "react";
import type { Answer } from "#components/data/http.ts";
import { readJson } from "#components/data/http.ts";
import { RepeatedRead } from "#components/data/repeated-read.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import type { OnrampTerms, Purchase, Purchases } from "#lib/protocol/wire/onramp.ts";
import { isMoving, shownPurchases } from "./shown-purchases.ts";

const TERMS = "/api/v1/onramp/terms";
export const PURCHASES = "/api/v1/onramp/sessions";
const EVERY_MS = 2_000;

export type Onramp = NonNullable<OnrampTerms["onramp"]>;

type Terms = {
  /** Null where nothing can be bought; undefined until a read succeeds. */
  onramp: Onramp | null | undefined;
  /** The last read has failed. */
  isFailed: boolean;
  read: () => void;
};

/** Reads the terms until one read succeeds: they do not change while the service runs. */
export function useOnrampTerms(): Terms {
  const [onramp, setOnramp] = useState<Onramp | null>();
  const [isFailed, setFailed] = useState(false);
  const [reading] = useState(() => new RepeatedRead());
  const read = useCallback(() => {
    const take = (answer: Answer<OnrampTerms>) => {
      if (answer.ok) setOnramp(answer.body.onramp);
      setFailed(!answer.ok);
    };
    void reading.begin((signal) => readJson<OnrampTerms>(TERMS, signal), take);
  }, [reading]);
  useEffect(() => {
    read();
    return () => reading.drop();
  }, [read, reading]);
  // A page that was offline reads the terms later.
  useReadAgain(read, onramp === undefined ? EVERY_MS * 5 : undefined);
  return { onramp, isFailed, read };
}

type State = {
  purchases: readonly Purchase[] | undefined;
  /** When they were read, in Unix milliseconds. */
  readAt: number;
  /** Code of the last failure. */
  errorCode: string | undefined;
};

const NOTHING: State = { purchases: undefined, readAt: 0, errorCode: undefined };

/**
 * The purchases to show, live while any of them may still change. @param wanted one that is always
 * shown
 */
export function usePurchases(wanted: string | undefined): State & { read: () => void } {
  const [state, setState] = useState<State>(NOTHING);
  const [reading] = useState(() => new RepeatedRead());
  const read = useCallback(() => {
    const take = (answer: Answer<Purchases>) => {
      const readAt = serverNow();
      setState((before) => {
        if (!answer.ok) return { ...before, errorCode: answer.code };
        const purchases = shownPurchases(answer.body.results, before.purchases, wanted);
        return { purchases, readAt, errorCode: undefined };
      });
    };
    void reading.begin((signal) => readJson<Purchases>(`${PURCHASES}?limit=20`, signal), take);
  }, [reading, wanted]);
  useEffect(() => {
    read();
    return () => reading.drop();
  }, [read, reading]);
  const poll = useCallback(() => {
    if (!reading.isUnderWay) read();
  }, [read, reading]);
  const mayChange = state.errorCode !== undefined || (state.purchases?.some(isMoving) ?? true);
  useReadAgain(poll, mayChange && state.errorCode !== "SIGN_IN_REQUIRED" ? EVERY_MS : undefined);
  return { ...state, read };
}
