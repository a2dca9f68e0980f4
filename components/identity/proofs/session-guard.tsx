"use client";

import { useRouter } from "next/navigation";
import { lazy, useEffect } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { expectUser, readJson } from "#components/data/http.ts";
import { SessionWatch } from "#components/identity/session/session-watch.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const ProofDialog = lazy(() => import("./proof-dialog.tsx"));

/** Watches the session of a settings page, and asks for a fresh proof when a write needs one. */
export function SessionGuard() {
  const { person, noteSessionEnd, question } = useFrame();
  useSessionWatch(person?.id, noteSessionEnd);
  if (!question.isOpen) return null;
  return (
    <LazyBoundary onFailure={() => question.settle(false)}>
      <ProofDialog onEnd={question.settle} />
    </LazyBoundary>
  );
}

/**
 * Ties a page to the user whom it shows. Its requests name that user, so that the service refuses them after another user
 * has signed in. A change of the session by another tab is noticed at once and whenever the page gets the focus.
 */
function useSessionWatch(userId: string | undefined, noteSessionEnd: () => void): void {
  const router = useRouter();
  useEffect(() => {
    expectUser(userId);
    return () => expectUser(undefined);
  }, [userId]);
  useEffect(() => {
    const check = async () => {
      const answer = await readJson("/api/auth/session");
      if (!answer.ok) return;
      const { user } = (answer.body ?? {}) as { user?: { id?: string } };
      if (user?.id === userId) return;
      if (user?.id === undefined) noteSessionEnd();
      // The server renders the page again for the other user.
      else router.refresh();
    };
    return new SessionWatch(() => void check()).start();
  }, [userId, noteSessionEnd, router]);
}
