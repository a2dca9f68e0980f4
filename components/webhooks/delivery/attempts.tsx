"use client";

import { Check, CircleDashed, LoaderCircle, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useDuration, useFailureText } from "#components/webhooks/parts.tsx";
import { MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import type { WebhookDelivery } from "#lib/protocol/wire/webhook.ts";

type Run = WebhookDelivery["runs"][number];
type Slot = {
  number: number;
  /** The last run of this attempt. */
  run: Run | undefined;
  /** How many of its runs were lost with their process. */
  lost: number;
  /** When it may begin, if it has not begun. */
  at: string | undefined;
  isPaused: boolean;
  isUnderWay: boolean;
};

type AttemptsProps = {
  delivery: WebhookDelivery;
  /** While the webhook is paused, no attempt is planned. */
  isPaused: boolean;
};

/** Seven slots. The chosen one shows its attempt. */
export function Attempts({ delivery, isPaused }: AttemptsProps) {
  const text = useText("webhooks");
  const slots = slotsOf(delivery, isPaused);
  const latest = slots.findLast(({ run }) => run !== undefined)?.number;
  const [pressed, setPressed] = useState<number>();
  const chosen = slots.find(({ number }) => number === (pressed ?? latest));
  return (
    <div className="flex flex-col gap-4">
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
        {slots.map((slot) => (
          <li key={slot.number}>
            <SlotButton
              slot={slot}
              isChosen={slot.number === chosen?.number && slot.run !== undefined}
              onChoose={() => setPressed(slot.number)}
            />
          </li>
        ))}
      </ol>
      {chosen?.run === undefined ? (
        <p className="text-ink-muted">
          {text(delivery.state === "canceled" ? "skippedBefore" : "noAttemptYet")}
        </p>
      ) : (
        <RunDetails slot={chosen} run={chosen.run} />
      )}
    </div>
  );
}

/** The attempts that were made, the one under way, and those to come. */
function slotsOf(delivery: WebhookDelivery, isPaused: boolean): Slot[] {
  const { runs, to_come: toCome, state, attempts } = delivery;
  return Array.from({ length: MAX_ATTEMPTS }, (_, index) => {
    const number = index + 1;
    const own = runs.filter((run) => run.number === number);
    return {
      number,
      run: own.at(-1),
      lost: own.filter(({ failure }) => failure === "lost").length,
      at: toCome.find((coming) => coming.number === number)?.at,
      isPaused,
      isUnderWay: state === "sending" && number === attempts,
    };
  });
}

type SlotButtonProps = { slot: Slot; isChosen: boolean; onChoose: () => void };

function SlotButton({ slot, isChosen, onChoose }: SlotButtonProps) {
  const text = useText("webhooks");
  const { dayAndTime } = useFormat();
  const failureText = useFailureText();
  const { number, run, at, isPaused, isUnderWay } = slot;
  const isDone = run !== undefined && !isUnderWay;
  const isDelivered = isDone && run.failure === null;
  const Icon = isUnderWay ? LoaderCircle : isDone ? (isDelivered ? Check : X) : CircleDashed;
  const time = isDone ? run.started_at : isPaused ? undefined : at;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={!isDone}
      onClick={onChoose}
      className={cn(
        "flex h-full w-full flex-col items-start gap-1 rounded border p-2.5 text-start text-xs enabled:hover:bg-hover",
        isChosen ? "border-accent bg-accent-soft" : "border-line",
        !isDone && "border-dashed text-ink-muted",
      )}
    >
      <span className="flex items-center gap-1.5 font-semibold">
        <Icon
          size={14}
          aria-hidden
          className={cn(
            isDelivered ? "text-good" : isDone ? "text-bad" : "text-ink-faint",
            isUnderWay && "motion-safe:animate-spin",
          )}
        />
        {text("attemptNumber", { number })}
      </span>
      <span>
        {isUnderWay
          ? text("underWay")
          : isDone
            ? failureText(run)
            : text(at === undefined ? "notNeeded" : isPaused ? "afterResume" : "planned")}
      </span>
      {time === undefined ? null : (
        <time dateTime={time} title={time} className="text-2xs text-ink-muted">
          {dayAndTime(Date.parse(time))}
        </time>
      )}
    </button>
  );
}

function RunDetails({ slot, run }: { slot: Slot; run: Run }) {
  const text = useText("webhooks");
  const duration = useDuration();
  const { dayAndTime } = useFormat();
  const failureText = useFailureText();
  const started = Date.parse(run.started_at);
  return (
    <section
      aria-label={text("attemptNumber", { number: slot.number })}
      className="flex flex-col gap-3 border-t pt-4"
    >
      <h3 className="text-sm font-semibold">
        {text("attemptNumber", { number: slot.number })}: {failureText(run)}
      </h3>
      {run.failure === null || run.failure === "lost" ? null : (
        <p className="max-w-2xl text-sm text-ink-muted">{text(`remedyOf_${run.failure}`)}</p>
      )}
      {slot.lost === 0 ? null : (
        <p className="text-xs text-warn">{text("lostRuns", { count: slot.lost })}</p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs sm:max-w-lg">
        <Line name={text("due")}>{dayAndTime(Date.parse(run.due_at))}</Line>
        <Line name={text("began")}>
          {dayAndTime(started)} (
          {text("late", { time: duration(started - Date.parse(run.due_at)) })})
        </Line>
        <Line name={text("took")}>{duration(Date.parse(run.ended_at) - started)}</Line>
        {run.address === null ? null : (
          <Line name={text("connectedTo")}>
            <bdi dir="ltr" translate="no" className="font-mono">
              {run.address}
            </bdi>
          </Line>
        )}
      </dl>
      {run.phases === null ? null : <Phases phases={run.phases} />}
      {run.response === null ? null : <Response response={run.response} />}
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const PHASES = [
  ["resolve_ms", "bg-accent/30"],
  ["connect_ms", "bg-accent/50"],
  ["answer_ms", "bg-accent"],
  ["read_ms", "bg-accent/70"],
] as const;

/** The time of each step, as a bar with figures. */
function Phases({ phases }: { phases: NonNullable<Run["phases"]> }) {
  const text = useText("webhooks");
  const duration = useDuration();
  const all = PHASES.reduce((sum, [name]) => sum + (phases[name] ?? 0), 0);
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="flex h-2.5 overflow-hidden rounded-sm bg-raised sm:max-w-lg">
        {PHASES.map(([name, colour]) => (
          <span
            key={name}
            className={colour}
            style={{ width: `${(((phases[name] ?? 0) / Math.max(1, all)) * 100).toFixed(1)}%` }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-ink-muted">
        {PHASES.map(([name, colour]) => (
          <li key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cn("size-2 rounded-sm", colour)} />
            {text(name)}: {phases[name] === null ? text("notReached") : duration(phases[name])}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Response({ response }: { response: string }) {
  const text = useText("webhooks");
  if (response === "") return <p className="text-xs text-ink-muted">{text("responseEmpty")}</p>;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-ink-muted">{text("response")}</p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        dir="ltr"
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are lines of text
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the same
        role="group"
        aria-label={text("response")}
        className="max-h-64 overflow-auto rounded border bg-raised p-2.5 font-mono text-xs whitespace-pre-wrap break-all"
      >
        {response}
      </pre>
    </div>
  );
}
