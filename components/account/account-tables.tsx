"use client";

import { usePendingWrites } from "#components/orders/use-orders.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { BalancesTable } from "./balances-table.tsx";
import { OpenOrdersTable, OrderHistoryTable } from "./orders-tables.tsx";
import { PositionsTable } from "./positions-table.tsx";
import { useOpenOrders, usePositions } from "./queries.ts";

/** Positions, open orders, history and balances of the signed-in account. */
export function AccountTables() {
  const positions = usePositions().data;
  const orders = useOpenOrders().data;
  const unanswered = usePendingWrites().length;
  return (
    <Tabs
      label="Account tables"
      initial="positions"
      tabs={[
        {
          value: "positions",
          label: "Positions",
          count: positions?.length,
          content: <PositionsTable />,
        },
        {
          value: "orders",
          label: "Open orders",
          count: (orders?.length ?? 0) + unanswered,
          content: <OpenOrdersTable />,
        },
        { value: "history", label: "Order history", content: <OrderHistoryTable /> },
        { value: "balances", label: "Balances", content: <BalancesTable /> },
      ]}
    />
  );
}
