/** What `next/navigation` gives a page, for tests of pages: an address that follows `history`, and a router that only notes. */
import { useMemo, useSyncExternalStore } from "react";

/** Addresses that the page led to by its router, in order. */
export const visited: string[] = [];

const followers = new Set<() => void>();

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Opens an address of the app, and has the page follow changes of it. */
export function visit(address: string): void {
  visited.length = 0;
  window.history.replaceState(null, "", address);
  for (const name of ["pushState", "replaceState"] as const) {
    window.history[name] = (...given) => {
      window.History.prototype[name].apply(window.history, given);
      for (const follower of followers) follower();
    };
  }
}

const router = {
  push: (address: string) => visited.push(address),
  replace: (address: string) => visited.push(address),
  refresh: () => {},
  prefetch: () => {},
  back: () => {},
};

/**
 * For a mock: `vi.mock("next/navigation", async () => (await import("#components/frame/navigation.testing.ts")).navigation)`.
 */
export const navigation = {
  useRouter: () => router,
  usePathname: () => useSyncExternalStore(follow, () => window.location.pathname),
  useSearchParams: () => {
    const search = useSyncExternalStore(follow, () => window.location.search);
    return useMemo(() => new URLSearchParams(search), [search]);
  },
};
