"use client";

import { useState } from "react";
import { direction, directionClass, figure, signedFigure } from "#components/format.ts";
import {
  useFreshness,
  useMarket,
  useMarketState,
} from "#components/market-stream/market-stream.tsx";
import { priceTicks, unrealizedPnl } from "#components/order-ticket/holdings.ts";
import { usePlaceOrder } from "#components/orders/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, marketScale } from "#lib/protocol/markets.ts";
import { ORDER_FLAG, type PositionRecord } from "#lib/protocol/orders.ts";
import { usePositions } from "./queries.ts";
import { Cell, Table, TableState } from "./table.tsx";

const COLUMNS = [
  { name: "Market" },
  { name: "Size" },
  { name: "Entry price" },
  { name: "Mark price" },
  { name: "Unrealised PnL" },
  { name: "Margin" },
  { name: "Close", hidden: true },
] as const;

export function PositionsTable() {
  const positions = usePositions();
  return (
    <TableState query={positions} empty="No open positions.">
      {(rows) => (
        <Table label="Positions" columns={COLUMNS}>
          {rows.map((position) => (
            <PositionRow key={position.market} position={position} />
          ))}
        </Table>
      )}
    </TableState>
  );
}

function PositionRow({ position }: { position: PositionRecord }) {
  const market = useMarket();
  const liveMark = useMarketState("mark");
  const here = position.market === market.symbol;
  const scale = marketScale(market);
  const mark = here && liveMark ? liveMark : position.mark_price;
  const ticks = here ? priceTicks(mark, scale) : undefined;
  const pnl =
    ticks === undefined
      ? position.unrealized_pnl
      : formatDecimal(unrealizedPnl(position, ticks, scale), MONEY_DECIMALS);
  const decimals = here ? scale.priceDecimals : decimalsOf(position.mark_price);
  const long = !position.size.startsWith("-");
  return (
    <tr className="hover:bg-hover">
      <Cell align="left">
        {position.market}{" "}
        <span className={long ? "text-up" : "text-down"}>{long ? "Long" : "Short"}</span>
      </Cell>
      <Cell>{position.size}</Cell>
      <Cell>{figure(position.average_entry_price, decimals)}</Cell>
      <Cell>{figure(mark, decimals)}</Cell>
      <Cell className={directionClass(direction(pnl))}>{signedFigure(pnl, 2)}</Cell>
      <Cell>{figure(position.initial_margin, 2)}</Cell>
      <Cell>
        <CloseButton position={position} />
      </Cell>
    </tr>
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
      disabled={busy || !connected || locked}
      title={connected ? undefined : "Connect the wallet to sign."}
      aria-label={`Close ${position.market} at market`}
      onClick={() => void close()}
    >
      Close at market
    </Button>
  );
}

function decimalsOf(price: string): number {
  return price.split(".")[1]?.length ?? 0;
}
