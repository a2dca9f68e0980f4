"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { expectUser, readJson } from "#components/data/http.ts";
import { SessionWatch } from "./session-watch.ts";

/**
 * Keeps a page with the person whom it shows. Its requests name that person, so that the service refuses them when another
 * one has signed in since; and what another tab did to the session is noticed at once, and when the page is looked at again.
 */
export function useSessionWatch(userId: string | undefined, noteEnd: () => void): void {
  const router = useRouter();
  useEffect(() => {
    expectUser(userId);
    return () => expectUser(undefined);
  }, [userId]);
  useEffect(() => {
    const look = async () => {
      const answer = await readJson("/api/auth/session");
      if (!answer.ok) return;
      const { user } = (answer.body ?? {}) as { user?: { id?: string } };
      if (user?.id === userId) return;
      if (user?.id === undefined) noteEnd();
      // The server renders the page anew, for whoever is signed in.
      else router.refresh();
    };
    return new SessionWatch(() => void look()).start();
  }, [userId, noteEnd, router]);
}
