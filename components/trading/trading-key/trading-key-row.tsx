"use client";

import { lazy } from "react";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const KeyLine = lazy(() => import("./key-line.tsx"));

/** The trading key's line for who is signed in: nobody else can have a key. Its place is kept while it is loaded. */
export function TradingKeyRow({ className }: { className?: string }) {
  const { sessionAddress } = useWallet();
  if (sessionAddress === undefined) return null;
  return (
    <div className={cn("box-content min-h-6", className)}>
      <LazyBoundary onFailure={ignore}>
        <KeyLine />
      </LazyBoundary>
    </div>
  );
}

/** Orders are signed without the line too; the boundary has said that it is missing. */
function ignore(): void {}
