"use client";

import type { Route } from "next";
import { useSearchParams } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { writeCookie } from "#components/frame/preferences/cookie.ts";
import { FIRST_VIEW, formatView, parseView, VIEW_COOKIE, type View, withView } from "./view.ts";

export type ViewState = View & {
  /** Shows another view, writes it into the address, and keeps it for an address that says nothing. */
  set: (change: Partial<View>) => void;
  /** What the address itself says: a link to another market carries it on. */
  named: Partial<View>;
};

const ViewContext = createContext<ViewState | undefined>(undefined);

type ViewStateProviderProps = {
  /** The last choice, from the cookie. */
  preferred: Partial<View>;
  children: ReactNode;
};

/** Holds the view. Server and browser read the same address and the same cookie, so the first frame is right. */
export function ViewStateProvider({ preferred, children }: ViewStateProviderProps) {
  const address = useSearchParams().toString();
  const [named, setNamed] = useState(() => parseView(address));
  const [chosen, setChosen] = useState(preferred);
  // The router may be behind with what was written last; the address of the window is not.
  // oxlint-disable-next-line react/set-state-in-effect -- the window's address is the external system
  useEffect(() => setNamed(parseView(window.location.search)), [address]);
  // Two changes in one frame build on each other.
  const latest = useRef(preferred);
  const set = useCallback((change: Partial<View>) => {
    const search = withView(window.location.search, change);
    window.history.replaceState(null, "", `?${search}${window.location.hash}`);
    latest.current = { ...latest.current, ...change };
    writeCookie(VIEW_COOKIE, formatView(latest.current));
    setNamed(parseView(search));
    setChosen(latest.current);
  }, []);
  const value = useMemo(
    () => ({ ...FIRST_VIEW, ...chosen, ...named, named, set }),
    [chosen, named, set],
  );
  return <ViewContext value={value}>{children}</ViewContext>;
}

export function useViewState(): ViewState {
  const value = useContext(ViewContext);
  if (!value) throw new Error("This component must be inside ViewStateProvider.");
  return value;
}

/** Where another market is, looked at in the way in which this one is. */
export function useMarketHref(): (symbol: string) => Route {
  const { named } = useViewState();
  return useCallback(
    (symbol) => {
      const query = formatView(named);
      return `/trade/${encodeURIComponent(symbol)}${query === "" ? "" : `?${query}`}` as Route;
    },
    [named],
  );
}

/** The whole address of this view, every part of it named. */
export function viewLink(view: View): string {
  const { origin, pathname, search } = window.location;
  return `${origin}${pathname}?${withView(search, view)}`;
}
