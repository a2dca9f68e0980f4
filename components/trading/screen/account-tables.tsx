"use client";

import { lazy, Suspense } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { useOpenOrders, usePositions } from "#components/trading/account-reads/use-account.ts";
import { usePlacingCount } from "#components/trading/open-orders/open-order-context.ts";
import { chooseTable, chosenTable } from "#components/trading/tables/chosen-table.ts";
import { SignInNotice } from "#components/trading/tables/sign-in-notice.tsx";
import { TableFrame } from "#components/trading/tables/table-frame.tsx";
import { TABLES, type TableName } from "#components/trading/tables/table-names.ts";
import { Loading } from "#components/ui/panel.tsx";
import * as Tabs from "#components/ui/tabs.tsx";
import { useStore } from "#components/ui/use-store.ts";

/** Visitors have no rows and load no tables. */
const SignedInTables = lazy(() => import("./signed-in-tables.tsx"));

const TITLES = {
  positions: "positions",
  orders: "openOrders",
  history: "orderHistory",
  fills: "fills",
  funding: "funding",
  transfers: "transfers",
  balances: "balances",
} as const;

/** Tabs with the positions, orders and history of the signed-in account. */
export function AccountTables() {
  const text = useText("account");
  const { sessionAddress } = useWallet();
  const table = useStore(chosenTable);
  const positions = usePositions().data?.length;
  const orders = useOpenOrders().data?.length;
  const placing = usePlacingCount();
  const counts: Partial<Record<TableName, number | undefined>> = { positions, orders };
  return (
    <Tabs.Root
      value={table}
      onValueChange={(value) => chooseTable(TABLES.find((name) => name === value) ?? "positions")}
      className="flex h-full min-h-0 flex-col xl:grid xl:grid-cols-[minmax(0,1fr)_auto] xl:grid-rows-[36px_minmax(0,1fr)]"
    >
      <Tabs.List
        aria-label={text("tables")}
        className="relative flex h-9 shrink-0 items-stretch gap-4 overflow-x-auto overflow-y-hidden border-b px-3 xl:z-[1] xl:col-start-1 xl:row-start-1 xl:border-b-0"
      >
        {TABLES.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="-mb-px border-b-2 border-transparent text-xs font-medium whitespace-nowrap text-ink-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {text(TITLES[name])}
            {counts[name] ? <span className="ms-1.5 text-ink-faint">{counts[name]}</span> : null}
            {name === "orders" && placing > 0 ? (
              <span className="ms-1 text-warn" title={text("waitingForAnswer", { count: placing })}>
                +{placing}
              </span>
            ) : null}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {TABLES.map((name) => (
        <Tabs.Content
          key={name}
          value={name}
          data-table={name}
          className="relative min-h-0 flex-1 outline-offset-[-2px] xl:col-[1/3] xl:row-[1/3] xl:grid xl:grid-cols-subgrid xl:grid-rows-subgrid"
        >
          {sessionAddress === undefined ? (
            <TableFrame>
              <SignInNotice isElsewhere />
            </TableFrame>
          ) : (
            <Suspense
              fallback={
                <TableFrame>
                  <Loading label={text("loading")} />
                </TableFrame>
              }
            >
              <SignedInTables table={name} show={chooseTable} />
            </Suspense>
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
