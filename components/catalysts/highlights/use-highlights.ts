"use client";

import { useEffect, useMemo, useRef } from "react";
import { heldMarkets } from "#components/data/held-markets.ts";
import { readJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { useStore } from "#components/ui/use-store.ts";
import { chooseHighlights, type TagChoices } from "#lib/protocol/highlights.ts";
import { assetOf } from "#lib/protocol/market/market-assets.ts";
import type { Highlight, HighlightList } from "#lib/protocol/wire/highlights.ts";
import { type TagChoosing, useTagChoices } from "./use-tag-choices.ts";

/** Cards last for hours. */
const POLL_MS = 60_000;
/** An expired card disappears at most this late. */
const TICK_MS = 1_000;
/**
 * More than are shown: the reader's own ranking may bring some up, and others follow muted ones.
 */
const REQUEST_LIMIT = 50;

export type Highlights = TagChoosing & {
  /** In display order; undefined before the first answer, or before the choices are known. */
  cards: readonly Highlight[] | undefined;
  hasFailed: boolean;
};

const NONE: readonly Highlight[] = [];

/** Use it once a page. @param person names the signed-in user; undefined: a guest */
export function useHighlights(person: string | undefined): Highlights {
  const locale = useLocale();
  const choosing = useTagChoices(person);
  const { choices } = choosing;
  const query = choices && searchOf(choices);
  const key = query === undefined ? undefined : `${locale} ${person ?? ""}`;
  const url = `/api/public/highlights?locale=${locale}&limit=${REQUEST_LIMIT}${query ?? ""}`;
  const read = useRepeatedRead(key, (signal) => readJson<HighlightList>(url, signal), POLL_MS);
  const { reload, data } = read;
  // The key does not change, so the cards stay visible while those for other choices are read.
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (last.current !== undefined && last.current !== query) void reload();
    last.current = query;
  }, [query, reload]);
  const expired = useExpiredUntil(data?.results ?? NONE);
  const markets = useStore(heldMarkets);
  const cards = useMemo(() => {
    if (data === undefined || choices === undefined) return undefined;
    const held = markets === "" ? [] : markets.split(" ").map(assetOf);
    const now = Math.max(Date.parse(data.known_at), expired);
    return chooseHighlights(data.results, { now, choices, held });
  }, [data, choices, markets, expired]);
  const hasFailed = choosing.hasFailed || (data === undefined && read.failure !== undefined);
  return { ...choosing, cards, hasFailed };
}

function searchOf({ muted, pinned }: TagChoices): string {
  const part = (name: string, tags: readonly string[]) =>
    tags.length === 0 ? "" : `&${name}=${tags.join(",")}`;
  return part("mute", muted) + part("pin", pinned);
}

/** When the last expired card expired; 0: none has expired. It changes only when a card expires. */
function useExpiredUntil(cards: readonly Highlight[]): number {
  const read = () => {
    const now = serverNow();
    const ends = cards.map(({ expires_at: end }) => Date.parse(end));
    return Math.max(0, ...ends.filter((end) => end <= now));
  };
  return usePolledValue(read, TICK_MS, 0);
}
