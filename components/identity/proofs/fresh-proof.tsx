"use client";

import { lazy, useCallback, useRef, useState } from "react";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const ProofDialog = lazy(() => import("./proof-dialog.tsx"));

/** One question at a time: who asks while one is open waits for the same answer. */
export function useProofQuestion() {
  const [question, setQuestion] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setQuestion(true);
      }),
    [],
  );
  const settle = useCallback((proved: boolean) => {
    setQuestion(false);
    for (const resolve of waiting.current.splice(0)) resolve(proved);
  }, []);
  return { question, ask, settle };
}

/** The dialog that asks who is here; its code comes with the question. */
export function FreshProof({ onEnd }: { onEnd: (proved: boolean) => void }) {
  return (
    <LazyBoundary onFailure={() => onEnd(false)}>
      <ProofDialog onEnd={onEnd} />
    </LazyBoundary>
  );
}
