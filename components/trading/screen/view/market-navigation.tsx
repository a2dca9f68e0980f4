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
  /** Opens another market; the current one stays visible, dimmed, until it is loaded. */
  go: (symbol: string) => void;
  /** Prefetches a market's page. */
  prepare: (symbol: string) => void;
  /** True from the click until the new market is shown. */
  leaving: boolean;
};

const NavigationContext = createContext<MarketNavigation | undefined>(undefined);

/** Must be inside ViewStateProvider. Survives changes of the market. */
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
