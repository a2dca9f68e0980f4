"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useAccount } from "#components/trading/account-reads/use-account.ts";
import { useMarketList } from "#components/trading/account-reads/use-market-list.ts";
import { type Column, compareDecimals } from "#components/trading/tables/columns.ts";
import { DataTable } from "#components/trading/tables/data-table.tsx";
import { Figure, useShare } from "#components/trading/tables/figures.tsx";
import { ROW_HEIGHT } from "#components/trading/tables/row-window.ts";
import { TableState } from "#components/trading/tables/table-state.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { divideHalfUp } from "#lib/protocol/decimal.ts";
import { RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { PageFilterBar } from "./page-filter-bar.tsx";
import { Totals } from "./totals.tsx";
import { usePageFilter } from "./use-page-filter.ts";
import { useSummary } from "./use-summary.ts";

const FeesChart = dynamic(() => import("./fees-chart.tsx").then((module) => module.FeesChart), {
  ssr: false,
});

/** The visible rows of the table, with its head; further rows scroll. */
const MAX_ROWS = 10;

/** Fee rates, and the fees paid. */
export function FeesPage() {
  const text = useText("account");
  const state = usePageFilter();
  const summary = useSummary("fills", state.span);
  const total = summary.data?.total;
  const columns = useDayColumns();
  return (
    <div className="flex flex-col gap-3">
      <FeeRates />
      <PageFilterBar state={state} />
      <Totals
        query={summary}
        totals={[
          { name: text("feesPaid"), money: total?.fees ?? "0" },
          { name: text("volume"), money: total?.volume ?? "0" },
          { name: text("fills"), count: total?.fills ?? 0 },
        ]}
      />
      <section aria-labelledby="fees-per-day" className="rounded-md border bg-surface">
        <h2 id="fees-per-day" className="px-3 py-2 text-xs font-medium">
          {text("feesPerDay")}
        </h2>
        <TableState query={{ ...summary, data: summary.data?.days }} empty={text("noneInPeriod")}>
          {(days) => (
            <>
              <div className="h-40 px-3 pb-2">
                <Isolated label="fees chart">
                  <FeesChart
                    days={days}
                    span={{ ...state.span, to: state.span.to ?? summary.dataUpdatedAt }}
                  />
                </Isolated>
              </div>
              <div
                className="max-h-[50dvh] max-w-xl border-t"
                style={{ height: Math.min(MAX_ROWS, days.length + 1) * ROW_HEIGHT + 2 }}
              >
                <DataTable
                  label={text("feesPerDay")}
                  columns={columns}
                  rows={days}
                  rowKey={({ day }) => day}
                />
              </div>
            </>
          )}
        </TableState>
      </section>
    </div>
  );
}

type FeeDayRow = { day: string; fees: string; volume: string; fills: number };

function useDayColumns(): readonly Column<FeeDayRow>[] {
  const text = useText("account");
  const { figure, integer } = useFormat();
  return useMemo(
    () => [
      {
        id: "day",
        name: text("day"),
        width: 110,
        align: "start",
        cell: ({ day }) => <Figure>{day}</Figure>,
      },
      {
        id: "fees",
        name: text("feesPaid"),
        width: 120,
        cell: ({ fees }) => <Figure>{figure(fees, 4)}</Figure>,
        compare: (a, b) => compareDecimals(a.fees, b.fees),
      },
      {
        id: "volume",
        name: text("volume"),
        width: 130,
        cell: ({ volume }) => <Figure>{figure(volume, 2)}</Figure>,
        compare: (a, b) => compareDecimals(a.volume, b.volume),
      },
      {
        id: "fills",
        name: text("fills"),
        width: 80,
        cell: ({ fills }) => <Figure>{integer(fills)}</Figure>,
      },
    ],
    [text, figure, integer],
  );
}

/** The rates of every market after the account's discount. */
function FeeRates() {
  const text = useText("account");
  const share = useShare();
  const markets = useMarketList();
  const discount = BigInt(useAccount().data?.fee_discount_ppm ?? 0);
  if (markets === undefined) return <Loading label={text("loading")} />;
  const hasRebate = markets.some(({ maker_fee, taker_fee }) => Math.min(maker_fee, taker_fee) < 0);
  const rate = (ppm: number) => share(discounted(BigInt(ppm), discount), 4);
  return (
    <section aria-labelledby="fee-rates" className="rounded-md border bg-surface">
      <h2 id="fee-rates" className="px-3 pt-2 text-xs font-medium">
        {text("feeRates")}
      </h2>
      <p className="px-3 pb-2 text-2xs text-ink-muted">
        {discount > 0n
          ? `${text("discount", { share: share(discount) })} ${text("ratesAfterDiscount")}`
          : text("noDiscount")}
        {hasRebate ? ` ${text("negativeFee")}` : null}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full max-w-xl text-xs">
          <thead>
            <tr className="text-2xs text-ink-faint">
              <th scope="col" className="border-y px-3 py-1 text-start font-normal">
                {text("market")}
              </th>
              <th scope="col" className="border-y px-3 py-1 text-end font-normal">
                {text("makerFee")}
              </th>
              <th scope="col" className="border-y px-3 py-1 text-end font-normal">
                {text("takerFee")}
              </th>
            </tr>
          </thead>
          <tbody>
            {markets.map((market: Market) => (
              <tr key={market.symbol}>
                <th scope="row" className="px-3 py-1.5 text-start font-normal">
                  <bdi>{market.symbol}</bdi>
                </th>
                <td className="px-3 py-1.5 text-end">
                  <Figure>{rate(market.maker_fee)}</Figure>
                </td>
                <td className="px-3 py-1.5 text-end">
                  <Figure>{rate(market.taker_fee)}</Figure>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A rate after a discount, both in parts per million. The venue discounts rebates the same way. */
function discounted(ppm: bigint, discount: bigint): bigint {
  return divideHalfUp(ppm * (RATIO_SCALE - discount), RATIO_SCALE);
}
