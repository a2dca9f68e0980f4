"use client";

import type { ReactNode } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ProgressSteps, TransactionLink } from "./parts.tsx";
import {
  hasEnded,
  isDead,
  isUndecided,
  type SignedRecord,
  type Tracked,
  type TransactionState,
} from "./signed-record.ts";

const STEPS = ["processed", "confirmed", "finalized"] as const;

/** The number of completed steps; the current one follows. */
const DONE: Readonly<Record<TransactionState, number>> = {
  sending: 0,
  unknown: 0,
  processed: 1,
  confirmed: 2,
  finalized: 3,
  credited: 3,
  failed: 0,
  expired: 0,
  chainGone: 0,
  refused: 0,
};

/** States that each kind of transaction explains in its own text. */
export type OwnState = "finalized" | "credited" | "failed" | "expired" | "refused";

type TransactionProgressProps = {
  /** Names the `data-` attribute that holds the state. */
  kind: "deposit" | "swap";
  label: string;
  heading: ReactNode;
  tracked: Tracked<SignedRecord>;
  terms: { network: string; sandbox_url: string | null };
  /** The step after finality, if there is one. "lost": it will never be reached. */
  lastStep?: { name: string; is: "open" | "reached" | "lost" };
  sentenceOf: (state: OwnState) => string;
  onDismiss: () => void;
};

/** A transaction under way: what is certain, and what comes next. */
export function TransactionProgress(props: TransactionProgressProps) {
  const { kind, label, heading, tracked, terms, lastStep, sentenceOf, onDismiss } = props;
  const text = useText("chain");
  const { state, signature, refusal } = tracked;
  const isOver = lastStep === undefined ? !isUndecided(tracked) : hasEnded(tracked);
  const steps = STEPS.map((step) => text(`step_${step}`));
  return (
    <section
      aria-label={label}
      {...{ [`data-${kind}`]: state }}
      className="flex flex-col gap-2 rounded-md border bg-surface p-3"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm font-medium">{heading}</p>
      <ProgressSteps
        label={text("progress")}
        steps={lastStep === undefined ? steps : [...steps, lastStep.name]}
        done={DONE[state] + (lastStep?.is === "reached" ? 1 : 0)}
        failed={lastStep?.is === "lost" || isDead(tracked)}
      />
      <output className="text-xs text-ink-muted">
        {state === "sending" ||
        state === "unknown" ||
        state === "processed" ||
        state === "confirmed" ||
        state === "chainGone"
          ? text(`state_${state}`)
          : sentenceOf(state)}
      </output>
      {refusal !== undefined && (state === "unknown" || state === "refused") ? (
        <p className="text-xs text-warn">
          {text("sendingRefused", { reason: errorText(refusal.code, refusal.message) })}
        </p>
      ) : null}
      <span className="flex items-center justify-between gap-2">
        <TransactionLink terms={terms} signature={signature} />
        {isOver ? (
          <Button size="xs" onClick={onDismiss}>
            {text("dismiss")}
          </Button>
        ) : null}
      </span>
    </section>
  );
}
