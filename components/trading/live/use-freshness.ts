"use client";

import { useCallback } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import type { AgedEvent } from "./ages.ts";
import { eventFreshness, type Freshness, freshness, markAge } from "./freshness.ts";
import { useMarketState, useMarketStore } from "./market-stream.tsx";

const POLL_MS = 250;

/** The freshness of a kind of data, checked four times a second. */
export function useFreshness(event: AgedEvent = "mark"): Freshness {
  const store = useMarketStore();
  const connection = useMarketState("connection");
  const readFreshness = useCallback(() => {
    const now = Date.now();
    if (event !== "mark") return eventFreshness(store.ages.of(event, now), connection);
    return freshness(store.markTimes, connection, { now, serverNow: serverNow() });
  }, [store, connection, event]);
  return usePolledValue<Freshness>(readFreshness, POLL_MS, "connecting");
}

/** Whether a kind of data is old, and shown dimmed with its age. */
export function useNotCurrent(event: AgedEvent = "mark"): boolean {
  const state = useFreshness(event);
  return state === "stale" || state === "reconnecting";
}

/** Whole seconds since a kind of data was last confirmed; `undefined` when it never was. */
export function useAgeSeconds(event: AgedEvent = "mark"): number | undefined {
  const store = useMarketStore();
  const readAge = useCallback(() => {
    const now = Date.now();
    if (event !== "mark") return seconds(store.ages.of(event, now)?.confirmedMs);
    return seconds(markAge(store.markTimes, { now, serverNow: serverNow() }));
  }, [store, event]);
  return usePolledValue(readAge, POLL_MS, undefined);
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000);
}
