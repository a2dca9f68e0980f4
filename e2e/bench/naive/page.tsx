/**
 * The peer: a chart, a book and a tape, each message a React state of its own, as most trading pages do it. It draws what
 * our page draws, without any of its accounts, tickets or tables.
 */
import { CandlestickSeries, createChart, type UTCTimestamp } from "lightweight-charts";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

type Trade = { id: number; price: string; size: string };
type Bar = { start: number; open: string; high: string; low: string; close: string };
type Sides = { asks: Record<string, string>; bids: Record<string, string> };

const STREAM =
  "/api/perps-dex/stream?market=BTCUSDC&events=mark,bbo,orderbook,trades,stats,kline&kline=1m";
const DEPTH = 30;
const TAPE = 50;

function useEvents<Data>(source: EventSource, name: string, take: (data: Data) => void): void {
  useEffect(() => {
    const listen = (event: MessageEvent<string>) => take(JSON.parse(event.data) as Data);
    source.addEventListener(name, listen);
    return () => source.removeEventListener(name, listen);
  });
}

function Page({ source }: { source: EventSource }) {
  const [mark, setMark] = useState("");
  const [book, setBook] = useState<Sides>({ asks: {}, bids: {} });
  const [trades, setTrades] = useState<Trade[]>([]);
  const [bar, setBar] = useState<Bar>();
  useEvents<{ mark_price: string }>(source, "mark", (data) => setMark(data.mark_price));
  useEvents<Sides>(source, "orderbook", setBook);
  useEvents<Trade[]>(source, "trades", (data) =>
    setTrades((before) => [...data, ...before].slice(0, TAPE)),
  );
  useEvents<Bar>(source, "kline", setBar);
  return (
    <>
      <h1>{mark}</h1>
      <main>
        <Chart bar={bar} />
        <Book book={book} />
        <div>
          {trades.map((trade) => (
            <div className="row" key={trade.id}>
              <span>{Number(trade.price).toLocaleString("en", { minimumFractionDigits: 1 })}</span>
              <span>{trade.size}</span>
            </div>
          ))}
        </div>
      </main>
    </>
  );
}

function Book({ book }: { book: Sides }) {
  const side = (levels: Record<string, string>, sign: 1 | -1) =>
    Object.entries(levels)
      .toSorted(([a], [b]) => sign * (Number(a) - Number(b)))
      .slice(0, DEPTH)
      .map(([price, size]) => (
        <div className="row" key={price}>
          <span>{Number(price).toLocaleString("en", { minimumFractionDigits: 1 })}</span>
          <span>{Number(size).toLocaleString("en")}</span>
        </div>
      ));
  return (
    <div>
      {side(book.asks, 1)}
      <hr />
      {side(book.bids, -1)}
    </div>
  );
}

function Chart({ bar }: { bar: Bar | undefined }) {
  const container = useRef<HTMLDivElement>(null);
  const update = useRef<(next: Bar) => void>(undefined);
  useEffect(() => {
    if (!container.current) return;
    const chart = createChart(container.current, { height: 600 });
    const series = chart.addSeries(CandlestickSeries);
    update.current = (next) =>
      series.update({
        time: (next.start / 1_000) as UTCTimestamp,
        open: Number(next.open),
        high: Number(next.high),
        low: Number(next.low),
        close: Number(next.close),
      });
    return () => chart.remove();
  }, []);
  useEffect(() => {
    if (bar) update.current?.(bar);
  }, [bar]);
  return <div ref={container} />;
}

const root = document.querySelector("#root");
if (root) createRoot(root).render(<Page source={new EventSource(STREAM)} />);
