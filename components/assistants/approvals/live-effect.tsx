"use client";

import { type ReactNode, useEffect, useMemo } from "react";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import {
  MarketStream,
  useMarket,
  useMarketState,
  useMarketStore,
} from "#components/trading/live/market-stream.tsx";
import { useFreshness } from "#components/trading/live/use-freshness.ts";
import { ownCancelledNote, previewRows } from "#components/trading/ticket/preview-text.ts";
import { formatSize } from "#components/trading/ticket/ticket-text.ts";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { cn } from "#components/ui/class-names.ts";
import { Loading } from "#components/ui/panel.tsx";
import { formatFixed } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { AccountRecords } from "#lib/protocol/orders/holdings.ts";
import { type Effect, effectOf } from "#lib/protocol/orders/order-effect.ts";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { AllFigures, Fact, FactList } from "./facts.tsx";
import { FirstFigures, isFirstFigure } from "./first-figures.tsx";
import { MarginShortfall, ShortfallAtProposal } from "./margin-shortfall.tsx";
import { priceChange } from "./price-change.ts";
import { fieldsOf } from "./staged-order.ts";

const UNKNOWN = { mark: undefined, stats: undefined, bbo: undefined, book: undefined };

type LiveEffectProps = {
  staged: StagedOrder;
  /** What is signed, shown behind the figures of the effect. */
  terms: ReactNode;
  /** Receives the followed market, whose mark the signing checks. */
  onMarketView: OnMarketView;
  /** Receives whether the account has too little free margin, as far as known. */
  onShort: (isShort: boolean) => void;
};

export type OnMarketView = (marketView: MarketView | undefined) => void;

/** The current market, and the effect that the order would have on the account. */
export default function LiveEffect({ staged, terms, onMarketView, onShort }: LiveEffectProps) {
  const text = useText("approvals");
  const markets = useResource<readonly Market[]>("/api/perps-dex/markets");
  const market = markets.data?.find(({ symbol }) => symbol === staged.order.market);
  if (market === undefined) {
    return markets.data === undefined && markets.error === undefined ? (
      <Loading label={text("effectLoading")} rows={4} />
    ) : (
      terms
    );
  }
  return (
    <MarketStream market={market} initial={UNKNOWN}>
      <MarketViewReporter onMarketView={onMarketView} />
      <EffectOf staged={staged} terms={terms} onShort={onShort} />
    </MarketStream>
  );
}

function MarketViewReporter({ onMarketView }: Pick<LiveEffectProps, "onMarketView">): ReactNode {
  const market = useMarket();
  const store = useMarketStore();
  useEffect(() => {
    onMarketView({ market, store });
    return () => onMarketView(undefined);
  }, [onMarketView, market, store]);
  return null;
}

/** Rows about the account after the order, which a refused order does not have. */
const AFTERWARDS: ReadonlySet<string> = new Set(["freeAfter", "liquidation", "leverageAfter"]);

function EffectOf({ staged, terms, onShort }: Omit<LiveEffectProps, "onMarketView">) {
  const text = useText("approvals");
  const ticket = useText("ticket");
  const format = useFormat();
  const market = useMarket();
  const mark = useMarketState("mark");
  const book = useMarketState("book");
  const { records, isKnown, isUnread, poll } = useAccountRecords(staged.account);
  const wording = useMemo(() => ({ text: ticket, format }), [ticket, format]);
  const effect = useMemo(
    () => effectOf(fieldsOf(staged), { market, mark, book, records }),
    [staged, market, mark, book, records],
  );
  const source = { ...effect, wording, market, accountKnown: isKnown };
  const own = ownCancelledNote(effect.preview, source);
  const isShort = isKnown && (effect.preview?.entire.missing ?? 0n) > 0n;
  useEffect(() => {
    onShort(isShort);
    return () => onShort(false);
  }, [onShort, isShort]);
  const rows = previewRows(source, isKnown && !isShort).filter(
    ({ name }) => !(isShort && AFTERWARDS.has(name)),
  );
  return (
    <section aria-label={text("effectTitle")} className="flex flex-col gap-2 border-t pt-4">
      <h3 className="flex flex-wrap items-baseline gap-2 text-sm font-semibold">
        {text("effectTitle")} <AgeNote />
      </h3>
      {/* Warnings stand before the figures. */}
      <MarkOld reduces={(staged.order.flags & ORDER_FLAG.REDUCE_ONLY) !== 0} />
      <UnfilledNote effect={effect} />
      {isShort ? (
        <MarginShortfall staged={staged} market={market} effect={effect} onFunded={poll} />
      ) : null}
      {isKnown ? null : <ShortfallAtProposal staged={staged} className="text-sm" />}
      <FactList label={text("effectTitle")}>
        <FirstFigures rows={rows} positionNow={isKnown ? positionNow() : undefined} />
        {isShort ? <FreeNow effect={effect} /> : null}
      </FactList>
      {own === undefined ? null : <p className="text-xs text-warn">{own}</p>}
      <p className="text-xs text-ink-muted">{text(isUnread ? "effectNone" : "effectNote")}</p>
      <AllFigures>
        <MarkLines staged={staged} effect={effect} />
        <FactList>
          {rows
            .filter(({ name }) => !isFirstFigure(name))
            .map(({ name, label, value }) => (
              <Fact key={name} row={name} name={label} value={value} />
            ))}
        </FactList>
        {terms}
      </AllFigures>
    </section>
  );

  function positionNow(): string {
    const { size } = effect.holdings.position;
    if (size === 0n) return text("flat");
    return `${formatSize(size, effect.scale, wording)} ${market.base_asset.symbol}`;
  }
}

/** Says how much of an order that cannot rest the book would fill now. */
export function UnfilledNote({ effect: { preview, lots, scale } }: { effect: Effect }) {
  const text = useText("approvals");
  const ticket = useText("ticket");
  const format = useFormat();
  if (preview === undefined || preview.entire.unfilledLots === 0n) return null;
  const wording = { text: ticket, format };
  const share = format.ratio(formatFixed((preview.filledLots * 10_000n) / lots, 4));
  const size = formatSize(lots, scale, wording);
  const filled = formatSize(preview.filledLots, scale, wording);
  return (
    <p className="text-sm font-medium text-warn">
      {preview.filledLots === 0n
        ? text("fillsNothing", { size })
        : text("fillsPart", { filled, size, share })}
    </p>
  );
}

function FreeNow({ effect }: { effect: Effect }) {
  const text = useText("approvals");
  const { money } = useFormat();
  const { accountValue, initialMargin } = effect.holdings;
  const free = accountValue > initialMargin ? accountValue - initialMargin : 0n;
  return (
    <Fact row="freeNow" name={text("freeNow")} value={text("usdc", { amount: money(free) })} />
  );
}

/** The current mark, its change since the proposal, and the distance of the order's price from it. */
function MarkLines({ staged, effect }: { staged: StagedOrder; effect: Effect }) {
  const text = useText("approvals");
  const { figure, percent } = useFormat();
  const mark = useMarketState("mark");
  const { order, snapshot } = staged;
  const moved = priceChange(snapshot.mark_price, mark);
  const own = order.trigger_price ?? order.price;
  const distance = priceChange(mark, own ?? undefined);
  return (
    <FactList>
      <Fact
        row="markNow"
        name={text("markNow")}
        value={<span className="font-semibold">{figure(mark, effect.scale.priceDecimals)}</span>}
      />
      {moved === undefined ? null : (
        <Fact
          row="markMoved"
          name={text("markMoved")}
          value={percent(moved)}
          {...(isFar(moved) ? { tone: "font-semibold text-warn" } : {})}
        />
      )}
      {distance === undefined ? null : (
        <Fact
          row="distance"
          name={text(order.trigger_price === null ? "limitDistance" : "triggerDistance")}
          value={percent(distance)}
        />
      )}
    </FactList>
  );
}

/** A move of half a percent or more since the proposal is highlighted. */
function isFar(rate: string): boolean {
  return Math.abs(Number(rate)) >= 0.005;
}

/** Warns that the mark is stale: orders that add risk are then locked, as on the trading page. */
function MarkOld({ reduces }: { reduces: boolean }) {
  const text = useText("approvals");
  const freshness = useFreshness();
  const isOld = freshness === "stale" || freshness === "reconnecting";
  return (
    <output className={cn("text-sm text-warn", !(isOld && !reduces) && "sr-only")}>
      {isOld && !reduces ? text("markOld") : ""}
    </output>
  );
}

type Results<Value> = { results: readonly Value[] };

type ReadRecords = {
  records: AccountRecords;
  /** All records were read. */
  isKnown: boolean;
  /** The records cannot be read: there is no venue key, or no answer. */
  isUnread: boolean;
  /** Reads all records again. */
  poll: () => void;
};

const POLL_MS = 4_000;

/** Polls the account's records at the venue while one of its orders awaits a decision. */
function useAccountRecords(account: string): ReadRecords {
  const named = `account=${encodeURIComponent(account)}`;
  const accounts = useResource<Results<AccountRecord>>(`/api/venue/accounts?${named}`);
  const positions = useResource<Results<PositionRecord>>(`/api/venue/positions?${named}`);
  const orders = useResource<Results<OrderRecord>>(`/api/venue/orders?status=OPEN&${named}`);
  const all = [accounts, positions, orders] as const;
  const poll = () => {
    for (const one of all) one.poll();
  };
  useReadAgain(poll, POLL_MS);
  const records = useMemo<AccountRecords>(
    () => ({
      account: accounts.data && (accounts.data.results[0] ?? null),
      positions: positions.data?.results,
      orders: orders.data?.results,
    }),
    [accounts.data, positions.data, orders.data],
  );
  const isKnown = all.every(({ data }) => data !== undefined);
  return {
    records,
    isKnown,
    isUnread: !isKnown && all.some(({ error }) => error !== undefined),
    poll,
  };
}
