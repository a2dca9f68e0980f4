"use client";

import Link from "next/link";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { usePositions } from "#components/trading/account-reads/use-account.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { AveragePrice, Price } from "#components/trading/tables/price.tsx";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { ScrollTable, Signed, TableRow } from "./portfolio-tables.tsx";

/** The open positions, each with the way to its market. Nothing before they are read: the portfolio above says why. */
export function OpenPositions() {
  const text = useText("portfolio");
  const { data } = usePositions();
  if (data === undefined) return null;
  const head = [
    text("market"),
    text("size"),
    text("entry"),
    text("mark"),
    text("liquidation"),
    text("unrealized"),
  ];
  return (
    <section
      aria-labelledby="portfolio-positions"
      className="shrink-0 rounded-md border bg-surface"
    >
      <h2 id="portfolio-positions" className="px-3 py-2 text-xs font-medium">
        {text("positions")}
      </h2>
      <div className="border-t">
        {data.length === 0 ? (
          <p className="px-3 py-4 text-xs text-ink-muted">{text("noPositions")}</p>
        ) : (
          <ScrollTable label={text("positions")} head={head.map((name) => ({ name }))}>
            {data.map((position) => (
              <PositionRow key={position.market} position={position} />
            ))}
          </ScrollTable>
        )}
      </div>
    </section>
  );
}

function PositionRow({ position }: { position: PositionRecord }) {
  const account = useText("account");
  const { grouped } = useFormat();
  const { market, side, size, average_entry_price: entry, mark_price: mark } = position;
  const { liquidation_price: liquidation, unrealized_pnl: pnl } = position;
  const isLong = side === "LONG";
  return (
    <TableRow
      name={
        <>
          <Link href={`/trade/${market}`} className="text-accent hover:underline">
            <bdi>{market}</bdi>
          </Link>{" "}
          <span className={isLong ? "text-up" : "text-down"}>
            {account(isLong ? "long" : "short")}
          </span>
        </>
      }
      cells={[
        <Figure key="size">{grouped(size.replace("-", ""))}</Figure>,
        <AveragePrice key="entry" market={market} price={entry} />,
        <Price key="mark" market={market} price={mark} />,
        <Price key="liquidation" market={market} price={liquidation} />,
        <Signed key="pnl" amount={pnl} />,
      ]}
    />
  );
}
