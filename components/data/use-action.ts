"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "./failure-text.ts";
import { useFrame } from "./frame-context.ts";
import type { Answer } from "./http.ts";

export type Action<Input, Body = unknown> = {
  /** Resolves to the answer, or the failure that `error` shows. Does nothing while one is running. */
  run: (input: Input) => Promise<Answer<Body> | undefined>;
  pending: boolean;
  /** Why the last run failed, in the page's language; none when the person cancelled the proof of identity. */
  error: string | undefined;
  clear: () => void;
};

/**
 * One write of a page. When the service requires a fresh proof of identity, the person is asked for it and the write is
 * repeated once.
 */
export function useAction<Input = void, Body = unknown>(
  send: (input: Input) => Promise<Answer<Body>>,
): Action<Input, Body> {
  const { prove, noteSessionEnd } = useFrame();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const isRunning = useRef(false);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const run = useCallback(
    async (input: Input) => {
      if (isRunning.current) return undefined;
      isRunning.current = true;
      setPending(true);
      setError(undefined);
      try {
        let answer = await latest.current(input);
        if (!answer.ok && answer.code === "FRESH_PROOF_REQUIRED") {
          if (!(await prove())) return answer;
          answer = await latest.current(input);
        }
        if (!answer.ok) {
          if (answer.code === "SIGN_IN_REQUIRED") noteSessionEnd();
          setError(failureText(answer));
        }
        return answer;
      } finally {
        isRunning.current = false;
        setPending(false);
      }
    },
    [prove, noteSessionEnd],
  );
  const clear = useCallback(() => setError(undefined), []);
  return { run, pending, error, clear };
}
