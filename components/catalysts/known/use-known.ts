"use client";

import { useState } from "react";
import type { Failure } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { knownUrl, readKnown } from "./read-known.ts";

const POLL_MS = 5_000;
/** A malformed id cannot exist, so the page treats it as not found. */
const NOT_FOUND = new Set(["CATALYST_NOT_FOUND", "MOVE_NOT_FOUND", "MALFORMED_PATH"]);

export type Known<Body> = {
  /**
   * The answer, or that the service knows nothing at that instant; undefined before the first
   * answer.
   */
  said: { is: "known"; body: Body } | { is: "unknown" } | undefined;
  /** True while `said` still shows the previous instant. */
  isOld: boolean;
  failure: Failure | undefined;
  reload: () => Promise<void>;
};

/**
 * Reads the answer as of an instant (ISO 8601), or the current one again and again when `at` is
 * undefined. Without a path it reads nothing. While another instant is read, the previous one stays
 * visible.
 */
export function useKnown<Body extends { known_at: string }>(
  path: string | undefined,
  at: string | undefined,
): Known<Body> {
  const key = path === undefined ? undefined : knownUrl(path, at);
  const { data, failure, reload } = useRepeatedRead(
    key,
    (signal) => readKnown<Body>(path ?? "", at, signal),
    at === undefined ? POLL_MS : undefined,
  );
  const isUnknown = failure !== undefined && NOT_FOUND.has(failure.code);
  const said =
    data !== undefined ? { is: "known" as const, body: data } : isUnknown ? UNKNOWN : undefined;
  const [last, setLast] = useState<{ path: string | undefined; said: Known<Body>["said"] }>();
  const body = said?.is === "known" ? said.body : said?.is;
  const lastBody = last?.said?.is === "known" ? last.said.body : last?.said?.is;
  if (said !== undefined && (last?.path !== path || body !== lastBody)) setLast({ path, said });
  return {
    said: said ?? (last?.path === path ? last?.said : undefined),
    isOld: said === undefined && last?.path === path && last !== undefined,
    failure: isUnknown ? undefined : failure,
    reload,
  };
}

const UNKNOWN = { is: "unknown" } as const;
