"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { readJson } from "#components/data/http.ts";
import type { At } from "#lib/protocol/wire/partner.ts";
import { useSnapshot } from "./snapshot-context.ts";
import type { Comparison, DrawnFigure, verify } from "./verify.ts";

export type VerifyState =
  | { kind: "idle" }
  | { kind: "running"; done: number; of: number }
  | { kind: "done"; found: Comparison; at: At }
  | { kind: "failed"; reason: string };

/** Compares the screen with the endpoints, in the snapshot that is shown at the start. */
export function useVerify(): { state: VerifyState; run: () => void } {
  const { at, reads } = useSnapshot();
  const [state, setState] = useState<VerifyState>({ kind: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(() => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const update = (next: VerifyState) => {
      if (!mine.signal.aborted) setState(next);
    };
    // Both at the same time: the figures were rendered from these answers.
    const [shown, drawn] = [reads.all(), drawnFigures()];
    update({ kind: "running", done: 0, of: shown.length });
    verifyLate({
      reads: shown,
      drawn,
      ask: (address) => answerOf(address, mine.signal),
      onProgress: (done) => update({ kind: "running", done, of: shown.length }),
    }).then(
      (found) => update({ kind: "done", found, at }),
      (error: unknown) =>
        update({ kind: "failed", reason: error instanceof Error ? error.message : String(error) }),
    );
  }, [at, reads]);
  return { state, run };
}

/** Few partners verify, so the code is loaded at the press. */
async function verifyLate(what: Parameters<typeof verify>[0]): Promise<Comparison> {
  const loaded = await import("./verify.ts");
  return loaded.verify(what);
}

async function answerOf(address: string, signal: AbortSignal): Promise<unknown> {
  const answer = await readJson(address, signal);
  if (!answer.ok) throw new Error(failureText(answer));
  return answer.body;
}

/** All rendered figures of the page. */
function drawnFigures(): DrawnFigure[] {
  return [...document.querySelectorAll<HTMLElement>("[data-figure][data-exact]")].map(
    ({ dataset }) => ({ figure: dataset.figure ?? "", exact: dataset.exact ?? "" }),
  );
}
