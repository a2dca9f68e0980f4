"use client";

import { lazy } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useSessionWatch } from "#components/identity/session/use-session-watch.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const ProofDialog = lazy(() => import("./proof-dialog.tsx"));

/** Follows the session of a settings page, and asks for a fresh proof when a write needs one. */
export function SessionGuard() {
  const { person, noteEnd, question } = useFrame();
  useSessionWatch(person?.id, noteEnd);
  if (!question.isOpen) return null;
  return (
    <LazyBoundary onFailure={() => question.settle(false)}>
      <ProofDialog onEnd={question.settle} />
    </LazyBoundary>
  );
}
