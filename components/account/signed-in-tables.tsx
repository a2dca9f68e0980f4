"use client";

import type { ReactNode } from "react";
import { AccountQueries } from "./account-queries.tsx";
import { BalancesTable } from "./balances-table.tsx";
import {
  FillsTable,
  FundingTable,
  OrderHistoryTable,
  TransfersTable,
} from "./history-tables/market-history.tsx";
import { OpenOrdersTable } from "./orders/open-orders-table.tsx";
import { PositionsTable } from "./positions/positions-table.tsx";
import type { TableName } from "./table-names.ts";
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
