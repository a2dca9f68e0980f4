"use client";

import { useState } from "react";
import type { Failure } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { knownUrl, readKnown } from "./read-known.ts";

const POLL_MS = 5_000;
/** An id in another form is the id of nothing. */
const NOT_FOUND = new Set(["CATALYST_NOT_FOUND", "MOVE_NOT_FOUND", "MALFORMED_PATH"]);

export type Known<Body> = {
  /** The answer, or that the service knows nothing; undefined before the first answer. */
  said: { is: "known"; body: Body } | { is: "unknown" } | undefined;
  /** True while `said` is of another instant than the one asked for. */
  isOld: boolean;
  failure: Failure | undefined;
  reload: () => Promise<void>;
};

/**
 * Reads the answer as of an instant (ISO 8601); undefined: the current answer, read again and again. Without a path nothing is read. While
 * another instant is read, the one before stays shown.
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
