"use client";

import { useState } from "react";
import { AccountStrip } from "#components/account/account-summary.tsx";
import { AccountTables } from "#components/account/account-tables.tsx";
import { ChartPanel } from "#components/chart/chart-panel.tsx";
import { useMarket } from "#components/market-stream/market-stream.tsx";
import { OrderBook } from "#components/order-book/order-book.tsx";
import { Tape } from "#components/order-book/tape.tsx";
import { useTicket } from "#components/order-ticket/ticket-context.tsx";
import { useRecoverWrites } from "#components/orders/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Panel } from "#components/ui/panel.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { ClockNotice } from "./clock-notice.tsx";
import { TicketColumn } from "./ticket-column.tsx";
import { SimulatedBadge, TopBar, type TopBarProps } from "./top-bar.tsx";
import { usePriceTitle } from "./use-price-title.ts";

type View = "chart" | "book" | "trades";

const PHONE_VIEWS = [
  { value: "chart", label: "Chart" },
  { value: "book", label: "Book" },
  { value: "trades", label: "Trades" },
] as const;

const COLUMN_VIEWS = PHONE_VIEWS.slice(1);

/**
 * One tree for every width. From 1280 px all panels stand side by side; from 1024 px the book and the tape share
 * a column; below that the chart, the book and the tape share the screen and the ticket is a sheet.
 */
export function TradeScreen({ markets, openingMark, simulated }: TopBarProps) {
  const [view, setView] = useState<View>("chart");
  const { sheetOpen } = useTicket();
  // While the ticket is a dialog over the page, the page is out of reach.
  const covered = useNarrow() && sheetOpen;
  useRecoverWrites();
  usePriceTitle();
  return (
    <div className="flex min-h-dvh flex-col gap-px bg-line pb-16 lg:h-dvh lg:min-h-[680px] lg:pb-0">
      <TopBar markets={markets} openingMark={openingMark} simulated={simulated} inert={covered} />
      <ClockNotice />
      <main className="grid min-h-0 flex-1 grid-cols-1 gap-px lg:grid-cols-[minmax(0,1fr)_232px_272px] lg:grid-rows-[minmax(0,1fr)_232px] xl:grid-cols-[minmax(0,1fr)_288px_308px] xl:grid-rows-[minmax(0,1fr)_256px]">
        <h1 className="sr-only">Trade {useMarket().symbol}</h1>
        <div
          inert={covered}
          className="flex items-center justify-between bg-surface px-2 py-1.5 lg:hidden"
        >
          <ToggleGroup label="View" value={view} options={PHONE_VIEWS} onChange={setView} />
          {simulated ? <SimulatedBadge className="sm:hidden" /> : null}
        </div>
        <Panel
          label="Chart"
          inert={covered}
          className={cn("h-[52dvh] lg:flex lg:h-auto", view !== "chart" && "max-lg:hidden")}
        >
          <ChartPanel />
        </Panel>
        <BookColumn view={view} setView={setView} inert={covered} />
        <TicketColumn asSheet={covered} />
        <AccountStrip />
        <Panel label="Account tables" inert={covered} className="min-h-64 lg:col-span-2 lg:min-h-0">
          <AccountTables />
        </Panel>
      </main>
      <PhoneTradeBar inert={covered} />
    </div>
  );
}

type BookColumnProps = { view: View; setView: (view: View) => void; inert: boolean };

function BookColumn({ view, setView, inert }: BookColumnProps) {
  const tape = view === "trades";
  return (
    <div
      inert={inert}
      className={cn("flex min-h-0 flex-col gap-px lg:flex", view === "chart" && "max-lg:hidden")}
    >
      <div className="hidden bg-surface px-2 py-1 lg:block xl:hidden">
        <ToggleGroup
          label="Book or trades"
          value={tape ? "trades" : "book"}
          options={COLUMN_VIEWS}
          onChange={setView}
        />
      </div>
      <Panel
        label="Order book"
        className={cn("h-[52dvh] flex-[2] lg:h-auto", tape && "max-xl:hidden")}
      >
        <OrderBook />
      </Panel>
      <Panel
        label="Trades"
        className={cn("h-[52dvh] flex-[1] lg:h-auto", !tape && "max-xl:hidden")}
      >
        <Tape />
      </Panel>
    </div>
  );
}

function PhoneTradeBar({ inert }: { inert: boolean }) {
  const { openSheet } = useTicket();
  return (
    <div
      inert={inert}
      className="fixed inset-x-0 bottom-0 z-10 grid grid-cols-2 gap-2 border-t bg-surface p-2.5 lg:hidden"
    >
      <Button tone="buy" size="lg" onClick={() => openSheet("BUY")}>
        Buy
      </Button>
      <Button tone="sell" size="lg" onClick={() => openSheet("SELL")}>
        Sell
      </Button>
    </div>
  );
}
