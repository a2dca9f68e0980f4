"use client";

import { useEffect, useState } from "react";
import type { Answer } from "#components/data/http.ts";
import { type Repeated, useRepeatedRead } from "#components/data/use-repeated-read.ts";

/** How often a quote is read again, and how long typing must pause before the first read. */
const AGAIN_MS = 10_000;
const TYPING_MS = 400;

/** Reads the answer to a typed question once typing stops, and then repeatedly. Amounts are bigint. */
export function useTypedRead<Question extends { amountIn: bigint }, Body>(
  question: Question | undefined,
  read: (question: Question, signal: AbortSignal) => Promise<Answer<Body>>,
  isPaused: boolean,
): Repeated<Body> {
  const key =
    question === undefined
      ? undefined
      : JSON.stringify({ ...question, amountIn: String(question.amountIn) });
  const readSettled = (signal: AbortSignal): Promise<Answer<Body>> => {
    if (question === undefined) throw new Error("there is no question");
    return read(question, signal);
  };
  return useRepeatedRead(useSettled(key), readSettled, isPaused ? undefined : AGAIN_MS);
}

/** The text after it has stayed the same for a while; undefined before. */
function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? settled : undefined;
}
