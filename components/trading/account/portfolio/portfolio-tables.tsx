"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Figure, SignedMoney, SignedSmall } from "#components/trading/tables/figures.tsx";
import { cn } from "#components/ui/class-names.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { Portfolio } from "#lib/protocol/wire/portfolio.ts";

const HEAD = "border-b px-3 py-1.5 text-end font-normal whitespace-nowrap first:text-start";
const CELL = "px-3 py-1.5 text-end whitespace-nowrap";

type ScrollTableProps = {
  label: string;
  head: readonly { name: string; hint?: string }[];
  className?: string;
  children: ReactNode;
};

/** A plain table in a box that scrolls, also by keyboard. */
export function ScrollTable({ label, head, className, children }: ScrollTableProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={cn("overflow-auto", className)}
    >
      <table className="w-full text-xs">
        <thead className="sticky top-0 bg-surface text-2xs text-ink-faint">
          <tr>
            {head.map(({ name, hint }) => (
              <th key={name} scope="col" className={HEAD} title={hint}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** A row whose first cell names it. */
export function TableRow({ name, cells }: { name: ReactNode; cells: readonly ReactNode[] }) {
  return (
    <tr className="border-t first:border-t-0">
      <th scope="row" className="px-3 py-1.5 text-start font-normal whitespace-nowrap">
        {name}
      </th>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- cells have no identity but their column
        <td key={index} className={CELL}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** With sign and colour; all digits on hover. */
export function Signed({ amount }: { amount: string }) {
  return (
    <span title={`${amount} USDC`}>
      <SignedMoney scaled={parseSigned(amount, MONEY_DECIMALS) ?? 0n} />
    </span>
  );
}

/** Funding is often less than a cent. */
export function SignedFunding({ amount }: { amount: string }) {
  return (
    <span title={`${amount} USDC`}>
      <SignedSmall scaled={parseSigned(amount, MONEY_DECIMALS) ?? 0n} />
    </span>
  );
}

export function Amount({ amount }: { amount: string }) {
  const { figure } = useFormat();
  return (
    <span title={`${amount} USDC`}>
      <Figure>{figure(amount, 2)}</Figure>
    </span>
  );
}

/** The points of the chart, newest first. */
export function PointsTable({ portfolio }: { portfolio: Portfolio }) {
  const text = useText("portfolio");
  const { dayAndTime } = useFormat();
  const head = [text("time"), text("equity"), text("deposits"), text("pnl")];
  return (
    <ScrollTable
      label={text("points")}
      head={head.map((name) => ({ name }))}
      className="h-full rounded border"
    >
      {portfolio.points.toReversed().map(({ time, equity, net_deposits: deposits, pnl }) => (
        <TableRow
          key={time}
          name={<Figure>{dayAndTime(time)}</Figure>}
          cells={[
            <Amount key="equity" amount={equity} />,
            <Amount key="deposits" amount={deposits} />,
            <Signed key="pnl" amount={pnl} />,
          ]}
        />
      ))}
    </ScrollTable>
  );
}

/** What each market brought in the period. */
export function MarketsTable({ portfolio }: { portfolio: Portfolio }) {
  const text = useText("portfolio");
  const { markets, insurance } = portfolio;
  const head = [
    { name: text("market") },
    { name: text("realized") },
    { name: text("unrealized"), hint: text("unrealizedHelp") },
    { name: text("funding"), hint: text("fundingHelp") },
    { name: text("fees") },
    { name: text("volume") },
    { name: text("total") },
  ];
  if (markets.length === 0)
    return <p className="px-3 py-4 text-xs text-ink-muted">{text("noMarkets")}</p>;
  return (
    <ScrollTable label={text("byMarket")} head={head}>
      {markets.map((row) => (
        <TableRow key={row.market} name={<bdi>{row.market}</bdi>} cells={partCells(row)} />
      ))}
      {/[1-9]/.test(insurance) ? (
        <TableRow
          name={<span title={text("insuranceHelp")}>{text("insurance")}</span>}
          cells={["", "", "", "", "", <Signed key="insurance" amount={insurance} />]}
        />
      ) : null}
      <TableRow
        name={<span className="font-medium">{text("total")}</span>}
        cells={partCells(portfolio)}
      />
    </ScrollTable>
  );
}

type Parts = Pick<
  Portfolio,
  "realized_pnl" | "unrealized_pnl" | "funding" | "fees" | "volume" | "pnl"
>;

function partCells({ realized_pnl, unrealized_pnl, funding, fees, volume, pnl }: Parts) {
  return [
    <Signed key="realized" amount={realized_pnl} />,
    <Signed key="unrealized" amount={unrealized_pnl} />,
    <SignedFunding key="funding" amount={funding} />,
    <Amount key="fees" amount={fees} />,
    <Amount key="volume" amount={volume} />,
    <Signed key="pnl" amount={pnl} />,
  ];
}
