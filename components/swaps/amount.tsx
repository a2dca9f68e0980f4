"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { ImpactKind } from "#components/swaps/sources/route-figures.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";

/** An amount with its asset, left to right in every language. `children` is decimal text. */
export function AssetAmount({ asset, children }: { asset: string; children: string }) {
  const { grouped } = useFormat();
  return (
    <bdi dir="ltr" translate="no" className="whitespace-nowrap">
      {grouped(children)} {asset}
    </bdi>
  );
}

/** An amount given in base units. */
export function Units({ asset, units }: { asset: TokenSymbol; units: bigint }) {
  return <AssetAmount asset={asset}>{formatDecimal(units, TOKENS[asset].decimals)}</AssetAmount>;
}

/** Basis points as a percentage. */
export function usePercent(): (bps: number) => string {
  const { ratio } = useFormat();
  return (bps) => ratio(formatDecimal(BigInt(bps), 4));
}

/** Price impact in basis points, marked as exact, estimated or unknown. */
export function useImpactText(): (bps: number, kind: ImpactKind) => string {
  const text = useText("swaps");
  const percent = usePercent();
  return (bps, kind) => {
    if (kind === "unknown") return text("notKnown");
    return kind === "exact" ? percent(bps) : text("estimated", { percent: percent(bps) });
  };
}

/** The input of a swap and its output. */
export function SwapPair({ given, got }: { given: ReactNode; got: ReactNode }) {
  const text = useText("swaps");
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      {given}
      <span aria-hidden className="text-ink-faint rtl:-scale-x-100">
        →
      </span>
      <span className="sr-only">{text("for")}</span>
      {got}
    </span>
  );
}
