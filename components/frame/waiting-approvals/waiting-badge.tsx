"use client";

import { ClipboardCheck } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { useWaiting, useWaitingPoll } from "./use-waiting.ts";

/** Loaded with the first waiting order: most visits have none. */
const BadgeLink = lazy(() => import("./badge-link.tsx"));

type WaitingBadgeProps = {
  /** Names the account; `undefined` when signed out, which stops the poll. */
  session: string | undefined;
};

/** In the top bar of every page: the orders that wait for approval, their number, and a toast for each new one. */
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
  if (session === undefined) return null;
  if (waiting.count === 0) return <NothingWaits />;
  return (
    <Suspense fallback={<NothingWaits />}>
      <BadgeLink waiting={waiting} />
    </Suspense>
  );
}

function NothingWaits() {
  const text = useText("appBar");
  return (
    <Link
      href="/approvals"
      prefetch={false}
      aria-label={text("approvals")}
      title={text("approvals")}
      className={cn(
        buttonStyle({ tone: "quiet", size: "icon" }),
        "shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
      )}
    >
      <ClipboardCheck size={15} aria-hidden />
    </Link>
  );
}
