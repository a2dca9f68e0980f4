"use client";

import { figure } from "#components/format.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { AccountRecord } from "#lib/protocol/orders.ts";
import { Card } from "./card.tsx";
import { useAccount } from "./queries.ts";
import { Cell, Table, TableState } from "./table.tsx";

const COLUMNS = [
  { name: "Asset" },
  { name: "Balance" },
  { name: "Equity" },
  { name: "Initial margin" },
  { name: "Maintenance margin" },
  { name: "Free collateral" },
] as const;

/** Settled collateral and what of it is bound. */
export function BalancesTable() {
  const account = useAccount();
  const narrow = useNarrow();
  const query = {
    data: account.data === undefined ? undefined : account.data === null ? [] : [account.data],
    isError: account.isError,
    error: account.error,
    isPending: account.isPending,
  };
  return (
    <TableState query={query} empty="No balances.">
      {(rows) =>
        narrow ? (
          <BalanceCards rows={rows} />
        ) : (
          <Table label="Balances" columns={COLUMNS}>
            {rows.map((row) => (
              <tr key={row.account} className="hover:bg-hover">
                <Cell align="left">{row.settlement_asset}</Cell>
                <Cell>{figure(row.balance, 2)}</Cell>
                <Cell>{figure(row.account_value, 2)}</Cell>
                <Cell>{figure(row.initial_margin, 2)}</Cell>
                <Cell>{figure(row.maintenance_margin, 2)}</Cell>
                <Cell>{figure(row.free_collateral, 2)}</Cell>
              </tr>
            ))}
          </Table>
        )
      }
    </TableState>
  );
}

function BalanceCards({ rows }: { rows: readonly AccountRecord[] }) {
  return (
    <ul aria-label="Balances">
      {rows.map((row) => (
        <Card
          key={row.account}
          title={row.settlement_asset}
          figures={[
            { name: "Balance", value: figure(row.balance, 2) },
            { name: "Equity", value: figure(row.account_value, 2) },
            { name: "Free collateral", value: figure(row.free_collateral, 2) },
            { name: "Initial margin", value: figure(row.initial_margin, 2) },
            { name: "Maintenance margin", value: figure(row.maintenance_margin, 2) },
          ]}
        />
      ))}
    </ul>
  );
}
