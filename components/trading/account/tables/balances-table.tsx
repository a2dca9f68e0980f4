"use client";

import { useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { LiveAccount } from "#components/trading/account-reads/live-account.ts";
import { useAccount } from "#components/trading/account-reads/use-account.ts";
import { Card } from "#components/trading/tables/card.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { DataTable } from "#components/trading/tables/data-table.tsx";
import { Figure } from "#components/trading/tables/figures.tsx";
import { TableState } from "#components/trading/tables/table-state.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";

/** Settled collateral, and the part of it that is in use. */
export function BalancesTable({ live }: { live?: LiveAccount | undefined }) {
  const text = useText("account");
  const account = useAccount();
  const { data } = account;
  const narrow = useNarrow();
  const columns = useBalanceColumns();
  const [asset, ...figures] = columns;
  const query = {
    data: data === undefined ? undefined : data === null ? [] : [withLive(data, live)],
    isError: account.isError,
    error: account.error,
    isPending: account.isPending,
  };
  return (
    <TableState query={query} empty={text("noBalances")}>
      {(rows) =>
        narrow ? (
          <ul aria-label={text("balances")}>
            {rows.map((row) => (
              <Card
                key={row.account}
                title={asset?.cell(row)}
                figures={figures.map(({ name, cell }) => ({ name, value: cell(row) }))}
              />
            ))}
          </ul>
        ) : (
          <DataTable
            label={text("balances")}
            columns={columns}
            rows={rows}
            rowKey={({ account: owner }) => owner}
          />
        )
      }
    </TableState>
  );
}

/** The figures of the account panel beside it, which follow the mark between two reads. */
function withLive(account: AccountRecord, live: LiveAccount | undefined): AccountRecord {
  if (live === undefined) return account;
  return {
    ...account,
    account_value: formatDecimal(live.equity, MONEY_DECIMALS),
    maintenance_margin: formatDecimal(live.maintenance, MONEY_DECIMALS),
    free_collateral: formatDecimal(live.free, MONEY_DECIMALS),
  };
}

type MoneyField =
  | "balance"
  | "account_value"
  | "initial_margin"
  | "maintenance_margin"
  | "free_collateral"
  | "unsettled_funding";

function useBalanceColumns(): readonly Column<AccountRecord>[] {
  const text = useText("account");
  const { figure } = useFormat();
  return useMemo((): readonly Column<AccountRecord>[] => {
    const money = (id: MoneyField, name: string): Column<AccountRecord> => ({
      id,
      name,
      width: 130,
      cell: (row) => <Figure>{figure(row[id], 2)}</Figure>,
    });
    return [
      {
        id: "asset",
        name: text("asset"),
        width: 90,
        align: "start",
        cell: ({ settlement_asset: asset }) => <bdi>{asset}</bdi>,
      },
      money("balance", text("balance")),
      money("account_value", text("equity")),
      money("initial_margin", text("initialMargin")),
      money("maintenance_margin", text("maintenanceMargin")),
      money("free_collateral", text("freeCollateral")),
      money("unsettled_funding", text("unsettledFunding")),
    ];
  }, [text, figure]);
}
