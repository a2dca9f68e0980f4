"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useTransition,
} from "react";
import { useMarketHref } from "./view-state.tsx";

type MarketNavigation = {
  /** Shows another market; the present one stays, dimmed, until that one is there. */
  go: (symbol: string) => void;
  /** Fetches the code of a market's page, for when the pointer comes near. */
  prepare: (symbol: string) => void;
  /** True between the click and the new market. */
  leaving: boolean;
};

const NavigationContext = createContext<MarketNavigation | undefined>(undefined);

/** Stays while markets change, inside ViewStateProvider. */
export function MarketNavigationProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const href = useMarketHref();
  const [leaving, start] = useTransition();
  const go = useCallback(
    (symbol: string) => start(() => router.push(href(symbol))),
    [router, href],
  );
  const prepare = useCallback((symbol: string) => router.prefetch(href(symbol)), [router, href]);
  const value = useMemo(() => ({ go, prepare, leaving }), [go, prepare, leaving]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

export function useMarketNavigation(): MarketNavigation {
  const value = useContext(NavigationContext);
  if (!value) throw new Error("This component must be inside MarketNavigationProvider.");
  return value;
}
