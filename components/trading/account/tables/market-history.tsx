"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { type HistoryKind, useHistory } from "#components/trading/account-reads/history.ts";
import { CsvLink, FilterBar } from "#components/trading/tables/filter-bar.tsx";
import { type MarketFilter, useMarketFilter } from "#components/trading/tables/market-filter.ts";
import { TableFrame } from "#components/trading/tables/table-frame.tsx";
import { TransferButtons } from "#components/trading/transfers/transfer-buttons.tsx";
import { useFillColumns } from "./fill-columns.tsx";
import { useFundingColumns } from "./funding-columns.tsx";
import { HistoryList } from "./history-list.tsx";
import { useOrderColumns } from "./order-columns.tsx";
import { useTransferColumns } from "./transfer-columns.tsx";

/** Orders that have ended, newest first. */
export function OrderHistoryTable() {
  const text = useText("account");
  const filter = useMarketFilter();
  const history = useHistory("orders", { market: filter.market });
  return (
    <Framed kind="orders" filter={filter} sides>
      <HistoryList
        label={text("orderHistory")}
        empty={text("noPastOrders")}
        history={history}
        columns={useOrderColumns()}
        shows={({ status, market, side }) => status === "CLOSED" && filter.shows(market, side)}
      />
    </Framed>
  );
}

export function FillsTable() {
  const text = useText("account");
  const filter = useMarketFilter();
  const history = useHistory("fills", { market: filter.market });
  return (
    <Framed kind="fills" filter={filter} sides>
      <HistoryList
        label={text("fills")}
        empty={text("noFills")}
        history={history}
        columns={useFillColumns()}
        shows={({ market, side }) => filter.shows(market, side)}
      />
    </Framed>
  );
}

export function FundingTable() {
  const text = useText("account");
  const filter = useMarketFilter();
  const history = useHistory("funding", { market: filter.market });
  return (
    <Framed kind="funding" filter={filter}>
      <HistoryList
        label={text("funding")}
        empty={text("noFunding")}
        history={history}
        columns={useFundingColumns()}
      />
    </Framed>
  );
}

export function TransfersTable() {
  const text = useText("account");
  const history = useHistory("transfers");
  return (
    <Framed kind="transfers" actions={<TransferButtons />}>
      <HistoryList
        label={text("transfers")}
        empty={text("noTransfers")}
        history={history}
        columns={useTransferColumns()}
      />
    </Framed>
  );
}

type FramedProps = {
  kind: HistoryKind;
  filter?: MarketFilter;
  sides?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

function Framed({ kind, filter, sides = false, actions, children }: FramedProps) {
  const csv = <CsvLink kind={kind} {...(filter && { filter: { market: filter.market } })} />;
  const tools = filter ? (
    <FilterBar filter={filter} sides={sides}>
      {csv}
    </FilterBar>
  ) : (
    <span className="ms-auto flex items-center gap-1.5">
      {actions}
      {csv}
    </span>
  );
  return <TableFrame tools={tools}>{children}</TableFrame>;
}
