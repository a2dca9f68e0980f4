"use client";

import { useCallback, useMemo, useRef, useState } from "react";

export type ProofQuestion = {
  isOpen: boolean;
  /** Ends the question; `proved`: the person has proved an identity. */
  settle: (proved: boolean) => void;
};

/** Asks one question at a time. Callers that ask while it is open get the same answer. */
export function useProofQuestion(): { question: ProofQuestion; ask: () => Promise<boolean> } {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setOpen(true);
      }),
    [],
  );
  const settle = useCallback((proved: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(proved);
  }, []);
  const question = useMemo(() => ({ isOpen, settle }), [isOpen, settle]);
  return { question, ask };
}
