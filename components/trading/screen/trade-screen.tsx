"use client";

import { lazy, useState } from "react";
import { useSettingsSection } from "#components/frame/preferences/settings-sections.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { AccountStrip } from "#components/trading/account/account-summary.tsx";
import { OrderBook } from "#components/trading/book/order-book.tsx";
import { Tape } from "#components/trading/book/tape.tsx";
import { ChartPanel } from "#components/trading/chart/chart-panel.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import type { ListedMarket } from "#components/trading/markets/listed-market.ts";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { useMarketNavigation } from "#components/trading/view/market-navigation.tsx";
import { useViewState } from "#components/trading/view/view-state.tsx";
import { useRecoverWrites } from "#components/trading/writes/use-orders.ts";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { AccountTables } from "./account-tables.tsx";
import { ClockNotice } from "./clock-notice.tsx";
import { PLACES } from "./layouts.ts";
import { OfflineNotice } from "./offline-notice.tsx";
import { PhoneBar, type PhoneView } from "./phone-bar.tsx";
import { StatusLine } from "./status-line.tsx";
import { TicketColumn } from "./ticket-column.tsx";
import { TopBar } from "./top-bar.tsx";
import { usePriceTitle } from "./use-price-title.ts";
import { useShellCommands } from "./use-shell-commands.ts";
import { useToastPlace } from "./use-toast-place.ts";

const LayoutSetting = lazy(() => import("./layout-setting.tsx"));

type TradeScreenProps = {
  markets: readonly ListedMarket[];
  /** The mark of 24 hours ago, when it is known. */
  openingMark: string | undefined;
  simulated: boolean;
};

/**
 * One tree for every width. From 1280 px all panels stand side by side; from 1024 px the book and the tape share
 * a column; below that one of chart, book, tape and account has the screen, and the ticket is a sheet.
 */
export function TradeScreen({ markets, openingMark, simulated }: TradeScreenProps) {
  const text = useText("shell");
  const [view, setView] = useState<PhoneView>("chart");
  const { layout } = useViewState();
  const { leaving } = useMarketNavigation();
  const { sheetOpen } = useTicket();
  // While the ticket is a dialog over the page, the page is out of reach.
  const covered = useNarrow() && sheetOpen;
  const places = PLACES[layout];
  useRecoverWrites();
  usePriceTitle();
  useShellCommands();
  useSettingsSection("layout", LayoutSetting);
  const main = useToastPlace();
  return (
    <div
      className={cn(
        "flex min-h-dvh flex-col gap-px bg-line lg:h-dvh lg:min-h-[680px] lg:pb-0",
        // As high as the bar of a phone, with and without its badge.
        simulated ? "pb-33" : "pb-28",
      )}
    >
      <TopBar markets={markets} openingMark={openingMark} inert={covered} />
      <main
        ref={main}
        aria-busy={leaving}
        data-layout={layout}
        className={cn(
          "flex min-h-0 flex-1 flex-col gap-px transition-opacity duration-150 lg:grid lg:auto-rows-min",
          places.main,
          leaving && "opacity-50",
        )}
      >
        <h1 className="sr-only">{text("trade", { market: useMarket().symbol })}</h1>
        <Panel
          label={text("chart")}
          inert={covered}
          className={cn(
            "h-[52dvh] lg:flex lg:h-auto",
            view !== "chart" && "max-lg:hidden",
            places.chart,
          )}
        >
          <ChartPanel />
        </Panel>
        <BookColumn view={view} setView={setView} inert={covered} className={places.book} />
        <TicketColumn asSheet={covered} className={places.ticket} />
        <Isolated label="account strip">
          <AccountStrip />
        </Isolated>
        <Panel
          label={text("accountTables")}
          inert={covered}
          className={cn("min-h-64 max-lg:shrink-0 max-lg:grow lg:min-h-0", places.tables)}
        >
          <AccountTables />
        </Panel>
      </main>
      <StatusLine simulated={simulated} />
      <Notices simulated={simulated} />
      <PhoneBar view={view} onView={setView} simulated={simulated} inert={covered} />
    </div>
  );
}

/** Over the page: a sentence that comes and goes moves nothing below the pointer. */
function Notices({ simulated }: { simulated: boolean }) {
  return (
    <div
      className={cn(
        "pointer-events-none fixed inset-x-0 z-10 flex flex-col lg:bottom-6",
        simulated ? "bottom-32" : "bottom-27",
      )}
    >
      <Isolated label="notices">
        <OfflineNotice />
        <ClockNotice />
      </Isolated>
    </div>
  );
}

type BookColumnProps = {
  view: PhoneView;
  setView: (view: PhoneView) => void;
  inert: boolean;
  className: string;
};

function BookColumn({ view, setView, inert, className }: BookColumnProps) {
  const text = useText("shell");
  const tape = view === "trades";
  return (
    <div
      inert={inert}
      className={cn(
        "flex min-h-0 flex-col gap-px",
        view !== "book" && view !== "trades" && "max-lg:hidden",
        className,
      )}
    >
      <div className="hidden bg-surface px-2 py-1 lg:block xl:hidden">
        <ToggleGroup
          label={text("bookOrTrades")}
          value={tape ? "trades" : "book"}
          options={[
            { value: "book", label: text("book") },
            { value: "trades", label: text("trades") },
          ]}
          onChange={setView}
        />
      </div>
      <Panel
        label={text("orderBook")}
        className={cn("h-[52dvh] flex-[2] lg:h-auto", tape && "max-xl:hidden")}
      >
        <OrderBook />
      </Panel>
      <Panel
        label={text("trades")}
        className={cn("h-[52dvh] flex-[1] lg:h-auto", !tape && "max-xl:hidden")}
      >
        <Tape />
      </Panel>
    </div>
  );
}
