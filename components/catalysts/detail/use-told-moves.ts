"use client";

import { moveUrl } from "#components/catalysts/move/move-url.ts";
import { type Answer, readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import type { KnownCatalystRecord, KnownMove } from "#lib/protocol/wire/catalysts.ts";

/** The slider stops at the explanations of so many moves. */
const MOST_MOVES = 5;
const POLL_MS = 15_000;
const NONE: readonly KnownMove[] = [];

/** Every explanation so far of the moves of a catalyst. */
export function useToldMoves({ moves }: Pick<KnownCatalystRecord, "moves">): readonly KnownMove[] {
  const asked = moves.slice(0, MOST_MOVES);
  // A new explanation has another revision, and is read at once.
  const key = asked.map(({ move, explanation }) => `${move.id} ${explanation?.revision ?? 0}`);
  return (
    useRepeatedRead(
      asked.length === 0 ? undefined : key.join(),
      (signal) =>
        readMoves(
          asked.map(({ move }) => move.id),
          signal,
        ),
      POLL_MS,
    ).data ?? NONE
  );
}

async function readMoves(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Answer<KnownMove[]>> {
  const answers = await Promise.all(ids.map((id) => readJson<KnownMove>(moveUrl(id), signal)));
  const failure = answers.find((answer) => !answer.ok);
  if (failure?.ok === false) return failure;
  return { ok: true, status: 200, body: answers.flatMap((one) => (one.ok ? [one.body] : [])) };
}
