"use client";

import { lazy, Suspense } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { useWaiting, useWaitingPoll } from "./use-waiting.ts";

/** Most visits have nothing that waits: what tells of it comes when something does. */
const BadgeLink = lazy(() => import("./badge-link.tsx"));

type WaitingBadgeProps = {
  /** Names the session; `undefined` when nobody is signed in: then nothing is asked for. */
  who: string | undefined;
};

/** In the header of every page: how many orders wait for the person's approval, and a message for what is new. */
export function WaitingBadge({ who }: WaitingBadgeProps) {
  return (
    <Isolated label="approvals badge">
      <Badge who={who} />
    </Isolated>
  );
}

function Badge({ who }: WaitingBadgeProps) {
  const waiting = useWaiting();
  useWaitingPoll(who);
  if (who === undefined || waiting.count === 0) return null;
  return (
    <Suspense>
      <BadgeLink waiting={waiting} />
    </Suspense>
  );
}

/** The number alone, for a name that stands beside it; nothing when nothing waits. */
export function WaitingCount({ className }: { className?: string }) {
  const { count } = useWaiting();
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      // Not text: the name of the link says it in words, which in some languages have no digit.
      data-count={count}
      className={cn(
        "min-w-4 rounded-full bg-accent-strong px-1 text-center text-[10px] leading-4 font-semibold text-accent-ink before:content-[attr(data-count)]",
        className,
      )}
    />
  );
}
