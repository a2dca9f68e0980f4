"use client";

import { useState } from "react";
import { directionClass, figure } from "#components/format.ts";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { useFreshness, useNotCurrent } from "#components/market-stream/use-freshness.ts";
import { usePlaceOrder } from "#components/orders/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import { marketScale } from "#lib/protocol/markets.ts";
import { ORDER_FLAG, type PositionRecord } from "#lib/protocol/orders.ts";
import { profit } from "./account-summary.tsx";
import { Card } from "./card.tsx";
import { directionOf, livePnl } from "./live-account.ts";
import { usePositions } from "./queries.ts";
import { Cell, Table, TableState } from "./table.tsx";

const COLUMNS = [
  { name: "Market" },
  { name: "Size" },
  { name: "Entry price" },
  { name: "Mark price" },
  { name: "Liq. price" },
  { name: "Unrealised PnL" },
  { name: "Margin" },
  { name: "Close", hidden: true },
] as const;

export function PositionsTable() {
  const positions = usePositions();
  const narrow = useNarrow();
  return (
    <TableState query={positions} empty="No open positions.">
      {(rows) =>
        narrow ? (
          <ul aria-label="Positions">
            {rows.map((position) => (
              <PositionCard key={position.market} position={position} />
            ))}
          </ul>
        ) : (
          <Table label="Positions" columns={COLUMNS}>
            {rows.map((position) => (
              <PositionRow key={position.market} position={position} />
            ))}
          </Table>
        )
      }
    </TableState>
  );
}

/** What a position is worth now, as text, at the live mark where this page has it. */
function usePositionFigures(position: PositionRecord) {
  const market = useMarket();
  const liveMark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  const here = position.market === market.symbol;
  const scale = marketScale(market);
  const pnl = livePnl(position, { symbol: market.symbol, mark: liveMark, scale });
  const decimals = here ? scale.priceDecimals : decimalsOf(position.mark_price);
  return {
    entry: figure(position.average_entry_price, decimals),
    mark: figure(here && liveMark ? liveMark : position.mark_price, decimals),
    liquidation: figure(position.liquidation_price, decimals),
    pnl: profit(pnl),
    pnlClass: directionClass(directionOf(pnl)),
    margin: figure(position.initial_margin, 2),
    dim: here && notCurrent ? "not-current" : "",
  };
}

function PositionRow({ position }: { position: PositionRecord }) {
  const shown = usePositionFigures(position);
  return (
    <tr className="hover:bg-hover">
      <Cell align="left">
        <PositionName position={position} />
      </Cell>
      <Cell>{position.size}</Cell>
      <Cell>{shown.entry}</Cell>
      <Cell className={shown.dim}>{shown.mark}</Cell>
      <Cell className="text-warn">{shown.liquidation}</Cell>
      <Cell className={cn(shown.pnlClass, shown.dim)}>{shown.pnl}</Cell>
      <Cell>{shown.margin}</Cell>
      <Cell>
        <CloseButton position={position} />
      </Cell>
    </tr>
  );
}

function PositionCard({ position }: { position: PositionRecord }) {
  const shown = usePositionFigures(position);
  return (
    <Card
      title={<PositionName position={position} />}
      action={<CloseButton position={position} />}
      figures={[
        { name: "Size", value: position.size },
        { name: "Entry price", value: shown.entry },
        { name: "Mark price", value: shown.mark, className: shown.dim },
        { name: "Liq. price", value: shown.liquidation, className: "text-warn" },
        { name: "Unrealised PnL", value: shown.pnl, className: cn(shown.pnlClass, shown.dim) },
        { name: "Margin", value: shown.margin },
      ]}
    />
  );
}

function PositionName({ position }: { position: PositionRecord }) {
  const long = !position.size.startsWith("-");
  return (
    <>
      {position.market}{" "}
      <span className={long ? "text-up" : "text-down"}>{long ? "Long" : "Short"}</span>
    </>
  );
}

/** Closes by a market order that can only reduce: signed like any other order. */
function CloseButton({ position }: { position: PositionRecord }) {
  const place = usePlaceOrder();
  const { connected } = useWallet();
  const { symbol } = useMarket();
  const fresh = useFreshness();
  const [busy, setBusy] = useState(false);
  const long = !position.size.startsWith("-");
  const close = async () => {
    setBusy(true);
    await place({
      market: position.market,
      side: long ? "SELL" : "BUY",
      size: position.size.replace("-", ""),
      price: null,
      order_type: "MARKET",
      flags: ORDER_FLAG.REDUCE_ONLY,
      time_in_force: "IOC",
      trigger_price: null,
      trigger_source: null,
    });
    setBusy(false);
  };
  const locked = position.market === symbol && fresh !== "live";
  return (
    <Button
      size="xs"
      // Not disabled while busy: the focus comes back to it after the signature.
      aria-disabled={busy}
      disabled={!connected || locked}
      title={connected ? undefined : "Connect the wallet to sign."}
      aria-label={`Close at market: ${position.market}`}
      onClick={() => {
        if (!busy) void close();
      }}
    >
      Close at market
    </Button>
  );
}

function decimalsOf(price: string): number {
  return price.split(".")[1]?.length ?? 0;
}
