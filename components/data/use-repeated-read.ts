"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Answer, Failure } from "./http.ts";
import { RepeatedRead } from "./repeated-read.ts";
import { useReadAgain } from "./use-read-again.ts";

export type Repeated<Body> = {
  /** The body of the last successful read. */
  data: Body | undefined;
  /** Why the last read failed; `data` is then older than it should be. */
  failure: Failure | undefined;
  reload: () => Promise<void>;
};

/**
 * Reads something public again and again while the page is visible. `key` names what is read: with another one, what was
 * read before is dropped. Without a key nothing is read; `everyMs` undefined pauses.
 */
export function useRepeatedRead<Body>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<Answer<Body>>,
  everyMs: number | undefined,
): Repeated<Body> {
  const [state, setState] = useState<
    { key: string | undefined } & Omit<Repeated<Body>, "reload">
  >();
  const [reading] = useState(() => new RepeatedRead());
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const reload = useCallback(async (): Promise<void> => {
    if (key === undefined) return;
    await reading.begin(
      (signal) => latest.current(signal),
      (answer) =>
        setState((before) => ({
          key,
          data: answer.ok ? answer.body : before?.key === key ? before.data : undefined,
          failure: answer.ok ? undefined : answer,
        })),
    );
  }, [reading, key]);
  useEffect(() => {
    void reload();
    return () => reading.drop();
  }, [reading, reload]);
  const poll = () => {
    if (!reading.isUnderWay) void reload();
  };
  useReadAgain(poll, key === undefined ? undefined : everyMs);
  const isOf = state !== undefined && state.key === key;
  return {
    data: isOf ? state.data : undefined,
    failure: isOf ? state.failure : undefined,
    reload,
  };
}
