"use client";

import { lazy, Suspense } from "react";
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
