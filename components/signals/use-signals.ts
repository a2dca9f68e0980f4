"use client";

import { useState } from "react";
import { type Answer, readJson } from "#components/data/http.ts";
import { type Action, useAction } from "#components/data/use-action.ts";
import { type Repeated, useRepeatedRead } from "#components/data/use-repeated-read.ts";
import type { Signal, SignalList } from "#lib/protocol/wire/signals.ts";

const POLL_MS = 5_000;
const PAGE = 20;
const SIGNALS = "/api/public/signals";
const ACTIVE = `${SIGNALS}?state=active&limit=100&shadow=`;
const ENDED = `${SIGNALS}?state=ended&limit=${PAGE}`;

/** Active signals: those in shadow, or the others. */
export function useActive({ shadow }: { shadow: boolean }): Repeated<SignalList> {
  const url = `${ACTIVE}${shadow}`;
  return useRepeatedRead(url, (signal) => readJson<SignalList>(url, signal), POLL_MS);
}

type Ended = {
  read: Repeated<SignalList>;
  /** Newest first, with the older pages that were loaded; undefined before the first answer. */
  rows: readonly Signal[] | undefined;
  /** Undefined when everything is loaded. */
  older: Action<void> | undefined;
};

/** Older pages never change, so each is read once. */
export function useEnded(): Ended {
  const read = useRepeatedRead(ENDED, (signal) => readJson<SignalList>(ENDED, signal), POLL_MS);
  const [pages, setPages] = useState<{ rows: readonly Signal[]; next: string | null }>();
  const newest = read.data;
  const next = pages === undefined ? (newest?.next ?? null) : pages.next;
  const older = useAction(async (): Promise<Answer> => {
    const answer = await readJson<SignalList>(`${ENDED}&cursor=${next ?? ""}`);
    if (answer.ok) {
      const { results, next: behind } = answer.body;
      const before = pages?.rows ?? newest?.results ?? [];
      setPages({ rows: merged(before, results), next: behind });
    }
    return answer;
  });
  const rows = newest && merged(newest.results, pages?.rows ?? []);
  return { read, rows, older: next === null ? undefined : older };
}

/**
 * Merges two lists without duplicates, because signals are ordered by when they were made but end
 * in another order.
 */
function merged(one: readonly Signal[], other: readonly Signal[]): Signal[] {
  const all = new Map([...one, ...other].map((signal) => [signal.id, signal]));
  return [...all.values()].toSorted(newestFirst);
}

function newestFirst(one: Signal, other: Signal): number {
  if (one.priced_at !== other.priced_at) return one.priced_at < other.priced_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
