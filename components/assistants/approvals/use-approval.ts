"use client";

import { useCallback, useEffect, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { type Answer, type Failure, readJson } from "#components/data/http.ts";
import { RepeatedRead } from "#components/data/repeated-read.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { pollIntervalMs } from "./poll-interval.ts";
import { addressOf } from "./staged-order.ts";

export type Approval = {
  /** From the last successful read. */
  staged: StagedOrder | undefined;
  /** Why the last read failed. */
  failure: Failure | undefined;
  reload: () => Promise<void>;
  /** Shows the result of a write at once. */
  show: (staged: StagedOrder) => void;
};

type State = Pick<Approval, "staged" | "failure"> & { every: number | undefined };

/** One proposed order, polled until it has ended. */
export function useApproval(id: string): Approval {
  const { person, noteSessionEnd } = useFrame();
  const [state, setState] = useState<State>(() => stateOf(undefined));
  const [reading] = useState(() => new RepeatedRead());
  const reload = useCallback((): Promise<void> => {
    const take = (answer: Answer<StagedOrder>) => {
      if (!answer.ok && answer.code === "SIGN_IN_REQUIRED") noteSessionEnd();
      setState((before) => (answer.ok ? stateOf(answer.body) : { ...before, failure: answer }));
    };
    return reading.begin((signal) => readJson<StagedOrder>(addressOf(id), signal), take);
  }, [reading, id, noteSessionEnd]);
  const show = useCallback(
    (staged: StagedOrder) => {
      // A running read may be older than this.
      reading.drop();
      setState(stateOf(staged));
    },
    [reading],
  );
  const isSignedIn = person !== undefined;
  useEffect(() => {
    if (!isSignedIn) return;
    void reload();
    return () => reading.drop();
  }, [isSignedIn, reading, reload]);
  const poll = () => {
    if (!reading.isUnderWay) void reload();
  };
  useReadAgain(poll, isSignedIn ? state.every : undefined);
  return { staged: state.staged, failure: state.failure, reload, show };
}

function stateOf(staged: StagedOrder | undefined): State {
  return { staged, failure: undefined, every: pollIntervalMs(staged, serverNow()) };
}
