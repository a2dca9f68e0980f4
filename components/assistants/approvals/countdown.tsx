"use client";

import { useEffect, useRef } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { STAGED_ORDER_LIFETIME_MS } from "#lib/protocol/staged-orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

/** Below this the remaining time is announced. Seconds. */
const SOON_S = 60;

/** Whole seconds left to decide, by the service's clock; `undefined` on the server and in the first render. */
export function useSecondsLeft({ expires_at: end }: Pick<StagedOrder, "expires_at">) {
  return usePolledValue(
    () => Math.max(0, Math.ceil((Date.parse(end) - serverNow()) / 1_000)),
    250,
    undefined,
  );
}

/** Calls back once when the time is over. */
export function useTimeOver(secondsLeft: number | undefined, onOver: () => void): void {
  const latest = useRef(onOver);
  useEffect(() => {
    latest.current = onOver;
  });
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) latest.current();
  }, [isOver]);
}

type CountdownProps = { secondsLeft: number | undefined; isLarge?: boolean };

/** Minutes and seconds; the large one has a shrinking bar. */
export function Countdown({ secondsLeft, isLarge = false }: CountdownProps) {
  const text = useText("approvals");
  const isSoon = secondsLeft !== undefined && secondsLeft < SOON_S;
  const share = ((secondsLeft ?? 0) * 1_000) / STAGED_ORDER_LIFETIME_MS;
  return (
    <div
      role="timer"
      aria-label={text("timeLeft")}
      className={cn("flex items-center gap-2", isSoon && "text-warn")}
    >
      {isLarge ? (
        <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded bg-hover">
          <span
            className={cn("block h-full", isSoon ? "bg-warn" : "bg-accent")}
            style={{ width: `${Math.min(100, share * 100).toString()}%` }}
          />
        </span>
      ) : null}
      <bdi
        dir="ltr"
        className={cn("tabular-nums", isLarge ? "text-base font-semibold" : "text-xs font-medium")}
      >
        {secondsLeft === undefined ? "–:––" : clock(secondsLeft)}
      </bdi>
    </div>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, "0")}`;
}

/** Announces the end to screen readers, once. */
export function SoonOver({ secondsLeft }: { secondsLeft: number | undefined }) {
  const text = useText("approvals");
  const isSoon = secondsLeft !== undefined && secondsLeft > 0 && secondsLeft < SOON_S;
  return <output className="sr-only">{isSoon ? text("underMinute") : ""}</output>;
}
