"use client";

import type { ReactNode } from "react";
import { direction, directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Figure } from "#components/trading/tables/figures.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { Amount, Signed, SignedFunding } from "./portfolio-tables.tsx";

/** The period in a few figures. */
export function PortfolioFigures({ portfolio }: { portfolio: Portfolio }) {
  const text = useText("portfolio");
  const { percent, ratio } = useFormat();
  const { period, equity, pnl, pnl_rate: rate, fees, funding, volume, net_deposits } = portfolio;
  const { max_drawdown: drawdown, max_drawdown_rate: drawdownRate } = portfolio;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 xl:grid-cols-7">
      <Item name={text("equity")} isMain>
        <Amount amount={equity} />
      </Item>
      <Item name={text(`pnlOf_${period}`)} isMain>
        <Signed amount={pnl} />
        {rate === null ? null : (
          <Figure className={cn("ms-1.5 text-xs", directionClass(direction(pnl)))}>
            {percent(rate)}
          </Figure>
        )}
      </Item>
      <Item name={text("drawdown")} hint={text("drawdownHelp")}>
        <Amount amount={drawdown} />
        <Figure className="ms-1.5 text-2xs text-ink-muted">{ratio(drawdownRate)}</Figure>
      </Item>
      <Item name={text("fees")}>
        <Amount amount={fees} />
      </Item>
      <Item name={text("funding")} hint={text("fundingHelp")}>
        <SignedFunding amount={funding} />
      </Item>
      <Item name={text("volume")}>
        <Amount amount={volume} />
      </Item>
      <Item name={text("deposits")}>
        <Amount amount={net_deposits} />
      </Item>
    </dl>
  );
}

type ItemProps = { name: string; hint?: string; isMain?: boolean; children: ReactNode };

function Item({ name, hint, isMain = false, children }: ItemProps) {
  return (
    <div className="min-w-0" title={hint}>
      <dt className="text-2xs text-ink-muted">{name}</dt>
      <dd
        className={cn(
          "font-medium break-words",
          isMain ? "text-lg leading-6" : "text-sm leading-6",
        )}
      >
        {children}
      </dd>
    </div>
  );
}
