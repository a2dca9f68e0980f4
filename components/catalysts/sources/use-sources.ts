"use client";

import { readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import type { NewsSources } from "#lib/protocol/wire/catalysts.ts";

const URL = "/api/public/catalysts/sources";
const POLL_MS = 15_000;

/** The news sources with their state, refreshed while the page is visible. */
export function useSources() {
  return useRepeatedRead(URL, (signal) => readJson<NewsSources>(URL, signal), POLL_MS);
}
