"use client";

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
import type { Href } from "#components/frame/pages/pages.ts";
import { writeCookie } from "#components/frame/preferences/cookie.ts";
import { FIRST_VIEW, formatView, parseView, VIEW_COOKIE, type View, withView } from "./view.ts";

export type ViewState = View & {
  /** Changes the view, writes it to the address, and remembers it for addresses without one. */
  set: (change: Partial<View>) => void;
  /** The parts that the address names. Links to other markets carry them. */
  named: Partial<View>;
};

const ViewContext = createContext<ViewState | undefined>(undefined);

type ViewStateProviderProps = {
  /** The last choice, from the cookie. */
  preferred: Partial<View>;
  children: ReactNode;
};

/** Provides the view. Server and browser read the same address and cookie, so that the first frame is right. */
export function ViewStateProvider({ preferred, children }: ViewStateProviderProps) {
  const address = useSearchParams().toString();
  const [named, setNamed] = useState(() => parseView(address));
  const [chosen, setChosen] = useState(preferred);
  // The router may lag behind the last change of the address; the window does not.
  // oxlint-disable-next-line react/set-state-in-effect -- the window's address is the external system
  useEffect(() => setNamed(parseView(window.location.search)), [address]);
  // Two changes in one frame must build on each other.
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

/** The address of another market in the same view. */
export function useMarketHref(): (symbol: string) => Href {
  const { named } = useViewState();
  return useCallback(
    (symbol) => {
      const query = formatView(named);
      return `/trade/${encodeURIComponent(symbol)}${query === "" ? "" : `?${query}`}`;
    },
    [named],
  );
}

/** The full address of this view, with every part named. */
export function viewLink(view: View): string {
  const { origin, pathname, search } = window.location;
  return `${origin}${pathname}?${withView(search, view)}`;
}
