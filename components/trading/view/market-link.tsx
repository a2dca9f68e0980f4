"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import { useMarketNavigation } from "./market-navigation.tsx";
import { useMarketHref } from "./view-state.tsx";

type MarketLinkProps = Omit<ComponentProps<typeof Link>, "href"> & { symbol: string };

/** A link to another market that keeps the view; the middle button and the keyboard do what they do with links. */
export function MarketLink({ symbol, ...rest }: MarketLinkProps) {
  const { go, prepare } = useMarketNavigation();
  const href = useMarketHref()(symbol);
  return (
    <Link
      prefetch={false}
      {...rest}
      href={href}
      onPointerEnter={() => prepare(symbol)}
      onNavigate={(event) => {
        event.preventDefault();
        go(symbol);
      }}
    />
  );
}
