"use client";

import { lazy, Suspense } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { useWaiting, useWaitingPoll } from "./use-waiting.ts";

/** Loaded with the first waiting order: most visits have none. */
const BadgeLink = lazy(() => import("./badge-link.tsx"));

type WaitingBadgeProps = {
  /** Names the account; `undefined` when signed out, which stops the poll. */
  session: string | undefined;
};

/** In the header of every page: the number of orders that wait for approval, and a toast for each new one. */
export function WaitingBadge({ session }: WaitingBadgeProps) {
  return (
    <Isolated label="approvals badge">
      <Badge session={session} />
    </Isolated>
  );
}

function Badge({ session }: WaitingBadgeProps) {
  const waiting = useWaiting();
  useWaitingPoll(session);
  if (session === undefined || waiting.count === 0) return null;
  return (
    <Suspense>
      <BadgeLink waiting={waiting} />
    </Suspense>
  );
}

/** The number alone, beside a label; renders nothing for zero. */
export function WaitingCount({ className }: { className?: string }) {
  const { count } = useWaiting();
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      // Drawn by CSS and not as text: the accessible name of the link has the count in words.
      data-count={count}
      className={cn(
        "min-w-4 rounded-full bg-accent-strong px-1 text-center text-[10px] leading-4 font-semibold text-accent-ink before:content-[attr(data-count)]",
        className,
      )}
    />
  );
}
