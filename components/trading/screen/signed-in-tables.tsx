"use client";

import type { ReactNode } from "react";
import { BalancesTable } from "#components/trading/account/balances-table.tsx";
import { AccountQueries } from "#components/trading/account-state/account-queries.tsx";
import {
  FillsTable,
  FundingTable,
  OrderHistoryTable,
  TransfersTable,
} from "#components/trading/history/market-history.tsx";
import { OpenOrdersTable } from "#components/trading/open-orders/open-orders-table.tsx";
import { PositionsTable } from "#components/trading/positions/positions-table.tsx";
import type { TableName } from "#components/trading/tables/table-names.ts";
import { useAccountCommands } from "./use-account-commands.ts";

type SignedInTablesProps = { table: TableName; show: (table: TableName) => void };

/** The table that is chosen, and the account's commands. Loaded for who is signed in. */
export default function SignedInTables({ table, show }: SignedInTablesProps) {
  useAccountCommands(show);
  return <AccountQueries>{CONTENTS[table]()}</AccountQueries>;
}

const CONTENTS: Readonly<Record<TableName, () => ReactNode>> = {
  positions: () => <PositionsTable />,
  orders: () => <OpenOrdersTable />,
  history: () => <OrderHistoryTable />,
  fills: () => <FillsTable />,
  funding: () => <FundingTable />,
  transfers: () => <TransfersTable />,
  balances: () => <BalancesTable />,
};
