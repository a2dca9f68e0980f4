"use client";

import {
  type CSSProperties,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { AppBar } from "#components/frame/bar/app-bar.tsx";
import { useSettingsSection } from "#components/frame/preferences/settings-sections.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { WalletButton } from "#components/identity/wallet/wallet-button.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { AccountStrip } from "#components/trading/account/account-summary.tsx";
import { OrderBook } from "#components/trading/book/order-book.tsx";
import { Tape } from "#components/trading/book/trade-tape.tsx";
import { ChartPanel } from "#components/trading/chart/chart-panel.tsx";
import { lateDialog } from "#components/trading/live/late-dialog.ts";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import type { ListedMarket } from "#components/trading/markets/listed-market.ts";
import { useMarketNavigation } from "#components/trading/screen/view/market-navigation.tsx";
import type { Layout } from "#components/trading/screen/view/view.ts";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { simulatedVenue } from "#components/trading/setup/setup-state.ts";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { useRecoverWrites } from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { useStore } from "#components/ui/use-store.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { AccountTables } from "./account-tables.tsx";
import { DataAge } from "./data-age.tsx";
import { GuestLine } from "./guest-line.tsx";
import { MarketBar } from "./market-bar.tsx";
import { ClockNotice, OfflineNotice } from "./notices.tsx";
import { StatusLine } from "./status-line.tsx";
import { TicketColumn } from "./ticket-column.tsx";
import { useShellCommands } from "./use-shell-commands.ts";

type Places = {
  main: string;
  market: string;
  chart: string;
  book: string;
  ticket: string;
  tables: string;
  /** The edge above the tables: over the foot of the chart, where nothing is pressed. */
  edge: string;
};

/**
 * The grid of each layout on wide screens. The document order is always the same, and below 1024 px there is one
 * column. Every place is named: the page is painted before all of it has arrived, and a panel without a named place
 * would move when the next one comes.
 */
const PLACES: Readonly<Record<Layout, Places>> = {
  standard: {
    main: "lg:grid-cols-[minmax(0,1fr)_232px_272px] lg:grid-rows-[52px_minmax(0,1fr)_min(var(--tables),60dvh)] lg:[--tables:208px] xl:grid-cols-[minmax(0,1fr)_288px_308px] xl:[--tables:220px]",
    market: "lg:col-start-1 lg:col-span-2 lg:row-start-1",
    chart: "lg:col-start-1 lg:row-start-2",
    book: "lg:col-start-2 lg:row-start-2",
    ticket: "lg:col-start-3 lg:row-start-1 lg:row-span-3",
    tables: "lg:col-start-1 lg:col-span-2 lg:row-start-3",
    edge: "lg:col-start-1 lg:row-start-3",
  },
  focus: {
    main: "lg:grid-cols-[minmax(0,1fr)_272px] lg:grid-rows-[52px_minmax(0,1fr)_min(var(--tables),60dvh)] lg:[--tables:200px] xl:grid-cols-[minmax(0,1fr)_308px]",
    market: "lg:col-start-1 lg:row-start-1",
    chart: "lg:col-start-1 lg:row-start-2",
    book: "lg:hidden",
    ticket: "lg:col-start-2 lg:row-start-1 lg:row-span-3",
    tables: "lg:col-start-1 lg:row-start-3",
    edge: "lg:col-start-1 lg:row-start-3",
  },
  ladder: {
    main: "lg:grid-cols-[272px_minmax(0,1fr)_272px] lg:grid-rows-[52px_minmax(0,1fr)_min(var(--tables),60dvh)] lg:[--tables:208px] xl:grid-cols-[380px_minmax(0,1fr)_308px] xl:[--tables:220px]",
    market: "lg:col-start-1 lg:col-span-2 lg:row-start-1",
    chart: "lg:col-start-2 lg:row-start-2",
    book: "lg:col-start-1 lg:row-start-2 lg:row-span-2",
    ticket: "lg:col-start-3 lg:row-start-1 lg:row-span-3",
    tables: "lg:col-start-2 lg:row-start-3",
    edge: "lg:col-start-2 lg:row-start-3",
  },
};

/** Few visitors follow a link of a partner. */
const OfferStrip = lazy(() => import("./offer-strip.tsx"));
const TablesHandle = lazy(() => import("./tables-handle.tsx"));
const LateDialogs = lazy(() => import("./late-dialogs.tsx"));
const LayoutSetting = lazy(() => import("./layout-setting.tsx"));

type TradeScreenProps = {
  markets: readonly ListedMarket[];
  /** The mark of 24 hours ago, where known. */
  openingMark: string | undefined;
  simulated: boolean;
  /** Code of the partner link that a visitor followed. */
  referredBy: string | undefined;
  /** Pixels; `undefined`: as the layout has it. */
  tablesHeight: number | undefined;
  /** Over the chart. */
  highlights: ReactNode;
};

/**
 * One tree for every width. From 1280 px all panels are side by side; from 1024 px book and tape share a column; below
 * that one of chart, book, tape and account is shown, and the ticket is a sheet.
 */
export function TradeScreen(props: TradeScreenProps) {
  const { markets, openingMark, simulated, referredBy, tablesHeight } = props;
  const grid = useRef<HTMLElement>(null);
  const text = useText("shell");
  const { symbol } = useMarket();
  const { sessionAddress } = useWallet();
  const [view, setView] = useState<PhoneView>("chart");
  const { layout } = useViewState();
  const { leaving } = useMarketNavigation();
  const { sheetOpen } = useTicket();
  // While the ticket is a modal sheet, the page behind is inert.
  const covered = useNarrow() && sheetOpen;
  const places = PLACES[layout];
  useScreen(simulated);
  return (
    <div
      // Below, the height of the phone's bar.
      className="flex min-h-dvh flex-col gap-px bg-line pb-28 [@media(max-height:500px)]:pb-16 lg:h-dvh lg:min-h-[680px] lg:pb-0"
    >
      <TopBar inert={covered} />
      {referredBy === undefined ? (
        <GuestLine simulated={simulated} className="px-3 py-1 text-center xl:hidden" />
      ) : (
        <Suspense>
          <OfferStrip code={referredBy} path={`/trade/${symbol}`} inert={covered} />
        </Suspense>
      )}
      <main
        ref={grid}
        id="content"
        tabIndex={-1}
        // Without an account there are no rows: the book and the trades have the room.
        style={heightStyle(tablesHeight ?? (sessionAddress === undefined ? 140 : undefined))}
        aria-busy={leaving}
        data-layout={layout}
        className={cn(
          "flex min-h-0 flex-1 flex-col gap-px outline-none transition-opacity duration-150 lg:grid lg:auto-rows-min",
          places.main,
          leaving && "opacity-50",
        )}
      >
        <h1 className="sr-only">{text("trade", { market: symbol })}</h1>
        <MarketBar
          markets={markets}
          openingMark={openingMark}
          simulated={simulated}
          inert={covered}
          className={places.market}
        />
        <ChartColumn
          highlights={props.highlights}
          view={view}
          inert={covered}
          className={places.chart}
        />
        <BookColumn view={view} setView={setView} inert={covered} className={places.book} />
        <TicketColumn asSheet={covered} className={places.ticket} />
        <Tables grid={grid} height={tablesHeight} inert={covered} view={view} places={places} />
      </main>
      <StatusLine simulated={simulated} />
      <Notices />
      <PhoneBar view={view} onView={setView} inert={covered} />
      <Late />
    </div>
  );
}

/** The dialogs of the market, whose code is loaded when one is asked for. */
function Late() {
  if (useStore(lateDialog) === undefined) return null;
  return (
    <LazyBoundary onFailure={() => lateDialog.set(undefined)}>
      <LateDialogs />
    </LazyBoundary>
  );
}

/** The page works without these parts; the boundary has shown a message. */
function ignore(): void {}

type ChartColumnProps = {
  highlights: ReactNode;
  view: PhoneView;
  inert: boolean;
  className: string;
};

function ChartColumn({ highlights, view, inert, className }: ChartColumnProps) {
  const text = useText("shell");
  const { sessionAddress } = useWallet();
  return (
    <Panel
      label={text("chart")}
      inert={inert}
      className={cn(
        "lg:flex lg:h-auto",
        // An account's positions are in sight below its chart.
        sessionAddress === undefined ? "h-[52dvh]" : "h-[max(240px,34dvh)]",
        view !== "chart" && "max-lg:hidden",
        className,
      )}
    >
      <Isolated label="highlights">{highlights}</Isolated>
      <ChartPanel />
    </Panel>
  );
}

type TablesProps = {
  grid: RefObject<HTMLElement | null>;
  height: number | undefined;
  view: PhoneView;
  inert: boolean;
  places: Places;
};

/** The account's figures and tables, below the edge by which they are resized. */
function Tables({ grid, height, view, inert, places }: TablesProps) {
  const text = useText("shell");
  const { sessionAddress } = useWallet();
  return (
    <>
      <Isolated label="account strip">
        <AccountStrip withTransfers={view === "account"} />
      </Isolated>
      {/* A visitor has no rows, and no use for more room. */}
      {sessionAddress === undefined ? null : (
        <LazyBoundary onFailure={ignore}>
          <TablesHandle grid={grid} initial={height} className={places.edge} />
        </LazyBoundary>
      )}
      <Panel
        label={text("accountTables")}
        inert={inert}
        className={cn(
          "min-h-64 max-lg:shrink-0 max-lg:grow lg:min-h-0",
          (view === "book" || view === "trades") && "max-lg:hidden",
          places.tables,
        )}
      >
        <AccountTables />
      </Panel>
    </>
  );
}

function heightStyle(pixels: number | undefined): CSSProperties | undefined {
  if (pixels === undefined) return undefined;
  return { "--tables": `${pixels.toString()}px` } as CSSProperties;
}

/** What the screen does besides what it shows. */
function useScreen(simulated: boolean): void {
  useRecoverWrites();
  useEffect(() => simulatedVenue.set(simulated), [simulated]);
  usePriceTitle();
  useShellCommands();
  useSettingsSection("layout", LayoutSetting);
}

/** The top bar, with the age of the data in place of the connection. */
function TopBar({ inert }: { inert: boolean }) {
  const { sessionAddress } = useWallet();
  return (
    <AppBar
      session={sessionAddress}
      account={sessionAddress}
      status={
        <Isolated label="data age">
          <DataAge />
        </Isolated>
      }
      menu={<WalletButton />}
      inert={inert}
    />
  );
}

/** Over the page, so that appearing notices do not move what is under the pointer. */
function Notices() {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-27 z-10 flex flex-col lg:bottom-6">
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
        "flex min-h-0 flex-col gap-px max-lg:grow",
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
        className={cn("h-[52dvh] flex-[5] lg:h-auto", tape && "max-xl:hidden")}
      >
        <OrderBook />
      </Panel>
      <Panel
        label={text("trades")}
        className={cn("h-[52dvh] flex-[2] lg:h-auto", !tape && "max-xl:hidden")}
      >
        <Tape />
      </Panel>
    </div>
  );
}

/** The title changes at most once in this time. */
const TITLE_INTERVAL_MS = 500;

/**
 * Shows mark and symbol in the window's title, for those who work in another tab. It follows the marks, because timers
 * of hidden pages run once a minute.
 */
function usePriceTitle(): void {
  const market = useMarket();
  const store = useMarketStore();
  const { figure } = useFormat();
  useEffect(() => {
    const { priceDecimals } = marketScale(market);
    let writtenAt = 0;
    const write = () => {
      if (Date.now() - writtenAt < TITLE_INTERVAL_MS) return;
      writtenAt = Date.now();
      const mark = store.get("mark");
      const price = mark === undefined ? "" : `${figure(mark, priceDecimals)} `;
      const title = `${price}${market.symbol} · svc`;
      if (document.title !== title) document.title = title;
    };
    write();
    return store.subscribe("mark", write);
  }, [market, store, figure]);
}

const PHONE_VIEWS = ["chart", "book", "trades", "account"] as const;

/** What a phone shows. */
type PhoneView = (typeof PHONE_VIEWS)[number];

type PhoneBarProps = {
  view: PhoneView;
  onView: (view: PhoneView) => void;
  inert: boolean;
};

/** The bar at the bottom of a phone, within reach of the thumb: buy, sell, and the choice of the view. */
function PhoneBar({ view, onView, inert }: PhoneBarProps) {
  const text = useText("shell");
  const { openSheet } = useTicket();
  return (
    <section
      aria-label={text("phoneBar")}
      inert={inert}
      // In a low window, such as one at twice the size or a phone on its side, all is in one row.
      className="fixed inset-x-0 bottom-0 z-10 border-t bg-surface px-2.5 pt-1.5 pb-[max(env(safe-area-inset-bottom),4px)] lg:hidden [@media(max-height:500px)]:flex [@media(max-height:500px)]:gap-4"
    >
      <div className="grid flex-1 grid-cols-2 gap-2">
        <Button tone="buy" size="lg" onClick={() => openSheet("BUY")}>
          {text("buy")}
        </Button>
        <Button tone="sell" size="lg" onClick={() => openSheet("SELL")}>
          {text("sell")}
        </Button>
      </div>
      <ToggleGroup
        label={text("view")}
        value={view}
        options={PHONE_VIEWS.map((value) => ({ value, label: text(value) }))}
        onChange={onView}
        className="mt-1.5 grid flex-1 grid-cols-4 [@media(max-height:500px)]:mt-0"
        itemClassName="h-11 text-xs font-medium data-[state=on]:bg-transparent data-[state=on]:text-accent"
      />
    </section>
  );
}
