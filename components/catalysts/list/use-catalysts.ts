"use client";

import { useEffect, useState } from "react";
import { type Answer, readJson } from "#components/data/http.ts";
import { type Action, useAction } from "#components/data/use-action.ts";
import { type Repeated, useRepeatedRead } from "#components/data/use-repeated-read.ts";
import type { CatalystList } from "#lib/protocol/wire/catalysts.ts";
import { type CatalystFilter, formatFilter } from "./filter-address.ts";
import { type ListState, withNewest, withOlder, withWaiting } from "./list-rows.ts";

const PAGE = 30;
/**
 * A poll instead of the stream: it also returns the time up to which the service has read, and uses
 * none of the browser's six connections.
 */
const POLL_MS = 5_000;

type Catalysts = {
  /** Undefined before the first answer to these filters. */
  list: ListState | undefined;
  read: Repeated<CatalystList>;
  older: Action<void>;
  showWaiting: () => void;
};

/** The catalysts that pass the filters, refreshed while the page is visible. */
export function useCatalysts(filter: CatalystFilter): Catalysts {
  const search = formatFilter(filter);
  const url = `/api/public/catalysts?limit=${PAGE}${search === "" ? "" : `&${search}`}`;
  const read = useRepeatedRead(url, (signal) => readJson<CatalystList>(url, signal), POLL_MS);
  const [state, setState] = useState<{ url: string; list: ListState }>();
  const { data } = read;
  useEffect(() => {
    if (data === undefined) return;
    // oxlint-disable-next-line react/set-state-in-effect -- an answer is added to the rows that are shown, once
    setState((before) => ({
      url,
      list: withNewest(before?.url === url ? before.list : undefined, data),
    }));
  }, [url, data]);
  const list = state?.url === url ? state.list : undefined;
  const change = (next: (list: ListState) => ListState) =>
    setState((before) => (before?.url === url ? { url, list: next(before.list) } : before));
  const older = useAction(async (): Promise<Answer> => {
    const answer = await readJson<CatalystList>(`${url}&cursor=${list?.next ?? ""}`);
    if (answer.ok) change((before) => withOlder(before, answer.body));
    return answer;
  });
  return { list, read, older, showWaiting: () => change(withWaiting) };
}
