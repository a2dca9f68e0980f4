"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { BalancesTable } from "#components/trading/account/tables/balances-table.tsx";
import {
  FillsTable,
  FundingTable,
  OrderHistoryTable,
  TransfersTable,
} from "#components/trading/account/tables/market-history.tsx";
import { AccountQueries } from "#components/trading/account-reads/account-queries.tsx";
import { useOpenOrders, usePositions } from "#components/trading/account-reads/use-account.ts";
import { useLiveAccount } from "#components/trading/account-reads/use-live-account.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { OpenOrdersTable } from "#components/trading/open-orders/open-orders-table.tsx";
import { heldSize } from "#components/trading/positions/position-orders.ts";
import { PositionsTable } from "#components/trading/positions/positions-table.tsx";
import { useSendingLock } from "#components/trading/positions/sending-lock.ts";
import { useClosePosition } from "#components/trading/positions/use-close-position.ts";
import { useReversePosition } from "#components/trading/positions/use-reverse-position.ts";
import { TableFrame } from "#components/trading/tables/table-frame.tsx";
import type { TableName } from "#components/trading/tables/table-names.ts";
import { useCancelAllOrders } from "#components/trading/writes/use-orders.ts";

type SignedInTablesProps = { table: TableName; show: (table: TableName) => void };

/** The chosen table, and the account's commands. Loaded with a session. */
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
  balances: () => (
    <TableFrame>
      <LiveBalances />
    </TableFrame>
  ),
};

function LiveBalances() {
  return <BalancesTable live={useLiveAccount()} />;
}

const TABLE_KEYS = [
  ["positions", "g p", "goPositions"],
  ["orders", "g o", "goOrders"],
  ["history", "g h", "goHistory"],
  ["fills", "g f", "goFills"],
] as const satisfies readonly (readonly [TableName, string, string])[];

/** Commands and keys of the account. A key that sends an order must be pressed twice and opens no dialog. */
function useAccountCommands(show: (table: TableName) => void): void {
  const text = useText("account");
  const { grouped } = useFormat();
  const { symbol } = useMarket();
  const router = useRouter();
  const { close } = useClosePosition();
  const reverse = useReversePosition();
  const cancelAll = useCancelAllOrders();
  const closing = useSendingLock(symbol, "reduces");
  const reversing = useSendingLock(symbol, "opens");
  const position = usePositions().data?.find(({ market }) => market === symbol);
  const hasOrders = useOpenOrders().data?.some(({ market }) => market === symbol) === true;
  const noPosition = position ? undefined : text("noPositionIn", { market: symbol });
  useCommands([
    ...TABLE_KEYS.map(([table, keys, title]) => ({
      id: `view.table-${table}`,
      section: "view" as const,
      title: text(title),
      keys,
      run: () => {
        show(table);
        focusTable(table);
      },
    })),
    {
      id: "account.pages",
      section: "account",
      title: text("goAccount"),
      keys: "g a",
      run: () => router.push("/account"),
    },
    {
      id: "position.close",
      section: "position",
      title: text("closeHere", { market: symbol }),
      keywords: text("closeKeywords"),
      keys: "Shift+f",
      arms: true,
      unavailable: noPosition ?? closing.reason,
      run: () => position && void close(position, { review: false }),
    },
    {
      id: "position.reverse",
      section: "position",
      // With the size, because the second press must do what the first one showed.
      title: position
        ? text("reverseHere", { market: symbol, size: grouped(heldSize(position)) })
        : text("reverseNone", { market: symbol }),
      keys: "Shift+r",
      arms: true,
      unavailable: noPosition ?? reversing.reason,
      run: () => position && void reverse(position),
    },
    {
      id: "order.cancel-all",
      section: "order",
      title: text("cancelAllHere", { market: symbol }),
      keys: "Shift+c",
      arms: true,
      unavailable: hasOrders ? undefined : text("noOpenOrdersHere"),
      run: () => void cancelAll(symbol),
    },
  ]);
}

/** Focuses the table's first row, or its panel when it has none; it is rendered a frame or two later. */
function focusTable(table: TableName): void {
  let frames = 10;
  const tryFocus = () => {
    const panel = document.querySelector<HTMLElement>(`[data-table="${table}"]`);
    const row = panel?.querySelector<HTMLElement>("tbody tr[tabindex='0']");
    frames -= 1;
    if (row) row.focus();
    else if (frames > 0) requestAnimationFrame(tryFocus);
    else panel?.focus();
  };
  requestAnimationFrame(tryFocus);
}
