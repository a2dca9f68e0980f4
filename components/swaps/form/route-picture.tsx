"use client";

import { Fragment } from "react";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePercent } from "#components/swaps/amount.tsx";
import type { RouteFigures } from "#components/swaps/sources/route-figures.ts";
import { CoinIcon } from "#components/ui/coin-icon.tsx";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";

type Stop = { symbol: string; impactBps: number | undefined };

/** The tokens on a swap's way, with the impact of each hop. */
export function RoutePicture({ from, route }: { from: TokenSymbol; route: RouteFigures }) {
  const text = useText("swaps");
  const percent = usePercent();
  const stops: Stop[] = [
    { symbol: from, impactBps: undefined },
    ...route.hops.map(({ mintOut, impactBps }) => ({
      symbol: assetOfMint(mintOut)?.symbol ?? shortAddress(mintOut),
      impactBps,
    })),
  ];
  return (
    <ol
      aria-label={text("route")}
      dir="ltr"
      className="flex flex-wrap items-center gap-1.5 text-2xs"
    >
      {stops.map(({ symbol, impactBps }) => (
        <Fragment key={symbol}>
          {impactBps === undefined ? null : (
            <li className="flex min-w-12 flex-1 flex-col items-center text-ink-muted">
              <span>
                <span className="sr-only">{text("impact")} </span>
                {route.impact === "unknown" ? text("notKnown") : percent(impactBps)}
              </span>
              <span aria-hidden className="h-px w-full bg-line-strong" />
              {route.impact === "estimated" ? <span>{text("estimate")}</span> : null}
            </li>
          )}
          <li className="flex shrink-0 items-center gap-1 rounded border px-1.5 py-1 font-medium">
            <CoinIcon symbol={symbol} size={14} />
            {symbol}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
