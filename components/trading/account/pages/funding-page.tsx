"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useFundingColumns } from "#components/trading/account/tables/funding-columns.tsx";
import { HistoryList } from "#components/trading/account/tables/history-list.tsx";
import { useHistory } from "#components/trading/account-reads/history.ts";
import { formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { HistoryPage } from "./history-page.tsx";
import { Totals } from "./totals.tsx";
import { usePageFilter } from "./use-page-filter.ts";
import { useSummary } from "./use-summary.ts";

/** Every funding payment of the period, with what it summed up to. */
export function FundingPage() {
  const text = useText("account");
  const state = usePageFilter();
  const history = useHistory("funding", state.span);
  const summary = useSummary("funding", state.span);
  const { paid = "0", received = "0" } = summary.data?.total ?? {};
  const totals = (
    <Totals
      query={summary}
      totals={[
        { name: text("fundingPaid"), money: paid, small: true },
        { name: text("fundingReceived"), money: received, small: true },
        { name: text("fundingNet"), money: difference(received, paid), signed: true, small: true },
      ]}
    />
  );
  return (
    <HistoryPage kind="funding" state={state} totals={totals}>
      <HistoryList
        label={text("funding")}
        empty={text("noneInPeriod")}
        history={history}
        columns={useFundingColumns()}
      />
    </HistoryPage>
  );
}

/** a − b, exact. */
function difference(a: string, b: string): string {
  const [left, right] = [a, b].map((text) => parseSigned(text, MONEY_DECIMALS) ?? 0n);
  return formatDecimal((left ?? 0n) - (right ?? 0n), MONEY_DECIMALS);
}
