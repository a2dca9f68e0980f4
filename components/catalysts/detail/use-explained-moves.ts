"use client";

import { moveUrl } from "#components/catalysts/move/move-url.ts";
import { type Answer, readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import type { KnownCatalystRecord, KnownMove } from "#lib/protocol/wire/catalysts.ts";

/** The slider stops at the explanations of at most so many moves. */
const MAX_MOVES = 5;
const POLL_MS = 15_000;
const NONE: readonly KnownMove[] = [];

/** Every explanation so far of a catalyst's moves. */
export function useExplainedMoves({
  moves,
}: Pick<KnownCatalystRecord, "moves">): readonly KnownMove[] {
  const requested = moves.slice(0, MAX_MOVES);
  // A new explanation has another revision, which changes the key and starts a read at once.
  const key = requested.map(({ move, explanation }) => `${move.id} ${explanation?.revision ?? 0}`);
  return (
    useRepeatedRead(
      requested.length === 0 ? undefined : key.join(),
      (signal) =>
        readMoves(
          requested.map(({ move }) => move.id),
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
