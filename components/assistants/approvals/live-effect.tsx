"use client";

import { type ReactNode, useEffect, useMemo } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { fieldsOf, type StagedOrder } from "#components/frame/waiting/staged-order.ts";
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
import { sizeWords } from "#components/trading/ticket/ticket-text.ts";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { cn } from "#components/ui/class-names.ts";
import { Loading } from "#components/ui/panel.tsx";
import type { Market } from "#lib/protocol/markets.ts";
import { type Effect, effectOf } from "#lib/protocol/order-effect.ts";
import { ORDER_FLAG } from "#lib/protocol/orders.ts";
import { Fact, FactList } from "./facts.tsx";
import { MarginShort, ShortThen, shownMissing } from "./margin-short.tsx";
import { sinceThen } from "./since-then.ts";
import { useAccountRecords } from "./use-account-records.ts";

const UNKNOWN = { mark: undefined, stats: undefined, bbo: undefined, book: undefined };

type LiveEffectProps = {
  staged: StagedOrder;
  /** Told of the market as long as it is followed: what signs looks at its mark. */
  onHere: OnHere;
  /** Told whether the account has too little free margin for it, as far as that is known. */
  onShort: (isShort: boolean) => void;
};

export type OnHere = (here: MarketView | undefined) => void;

/** The market of this moment, and what the order would do to the account in it. */
export default function LiveEffect({ staged, onHere, onShort }: LiveEffectProps) {
  const text = useText("approvals");
  const markets = useResource<readonly Market[]>("/api/perps-dex/markets");
  const market = markets.data?.find(({ symbol }) => symbol === staged.order.market);
  if (market === undefined) {
    return markets.data === undefined && markets.error === undefined ? (
      <Loading label={text("effectLoading")} rows={6} />
    ) : null;
  }
  return (
    <MarketStream market={market} initial={UNKNOWN}>
      <HereNoted onHere={onHere} />
      <EffectOf staged={staged} onShort={onShort} />
    </MarketStream>
  );
}

function HereNoted({ onHere }: Pick<LiveEffectProps, "onHere">): ReactNode {
  const market = useMarket();
  const store = useMarketStore();
  useEffect(() => {
    onHere({ market, store });
    return () => onHere(undefined);
  }, [onHere, market, store]);
  return null;
}

/** Of an order that is refused there is no account afterwards. */
const AFTERWARDS: ReadonlySet<string> = new Set(["freeAfter", "liquidation", "leverageAfter"]);

function EffectOf({ staged, onShort }: Pick<LiveEffectProps, "staged" | "onShort">) {
  const text = useText("approvals");
  const ticket = useText("ticket");
  const format = useFormat();
  const market = useMarket();
  const mark = useMarketState("mark");
  const book = useMarketState("book");
  const { records, isKnown, isUnread, look } = useAccountRecords(staged.account);
  const words = useMemo(() => ({ text: ticket, format }), [ticket, format]);
  const effect = useMemo(
    () => effectOf(fieldsOf(staged), { market, mark, book, records }),
    [staged, market, mark, book, records],
  );
  const source = { ...effect, words, market, accountKnown: isKnown };
  const own = ownCancelledNote(effect.preview, source);
  const isShort = isKnown && effect.preview?.refused === true;
  useEffect(() => {
    onShort(isShort);
    return () => onShort(false);
  }, [onShort, isShort]);
  const rows = previewRows(source, isKnown && !isShort);
  return (
    <section aria-label={text("effectTitle")} className="flex flex-col gap-2 border-t pt-4">
      <h3 className="flex flex-wrap items-baseline gap-2 text-sm font-semibold">
        {text("effectTitle")} <AgeNote />
      </h3>
      {/* Before the figures: who reads no further has read what stands against it. */}
      <MarkOld reduces={(staged.order.flags & ORDER_FLAG.REDUCE_ONLY) !== 0} />
      {isShort ? (
        <MarginShort staged={staged} market={market} effect={effect} onFunded={look} />
      ) : null}
      {isKnown ? null : <ShortThen staged={staged} className="text-sm" />}
      <MarkLines staged={staged} effect={effect} />
      <FactList label={text("effectTitle")}>
        {isKnown ? (
          <Fact row="positionBefore" name={text("positionBefore")} value={positionNow()} />
        ) : null}
        {rows
          .filter(({ name }) => !(isShort && AFTERWARDS.has(name)))
          .map(({ name, label, value }) => (
            <Fact key={name} row={name} name={label} value={value} />
          ))}
        {isShort ? <ShortFacts effect={effect} /> : null}
      </FactList>
      {own === undefined ? null : <p className="text-xs text-warn">{own}</p>}
      <p className="text-xs text-ink-muted">{text(isUnread ? "effectNone" : "effectNote")}</p>
    </section>
  );

  function positionNow(): string {
    const { size } = effect.holdings.position;
    if (size === 0n) return text("flat");
    return `${sizeWords(size, effect.scale, words)} ${market.base_asset.symbol}`;
  }
}

function ShortFacts({ effect }: { effect: Effect }) {
  const text = useText("approvals");
  const { money } = useFormat();
  const { accountValue, initialMargin } = effect.holdings;
  const free = accountValue > initialMargin ? accountValue - initialMargin : 0n;
  return (
    <>
      <Fact row="freeNow" name={text("freeNow")} value={text("usdc", { amount: money(free) })} />
      <Fact
        row="missing"
        name={text("missing")}
        value={text("usdc", { amount: money(shownMissing(effect)) })}
        tone="font-semibold text-bad"
      />
    </>
  );
}

/** The mark of now beside the one of the proposal, and how far the order's own price is from it. */
function MarkLines({ staged, effect }: { staged: StagedOrder; effect: Effect }) {
  const text = useText("approvals");
  const { figure, percent } = useFormat();
  const mark = useMarketState("mark");
  const { order, snapshot } = staged;
  const moved = sinceThen(snapshot.mark_price, mark);
  const own = order.trigger_price ?? order.price;
  const distance = sinceThen(mark, own ?? undefined);
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

/** A move of half a percent or more: the price is not the one that the proposal was made at. */
function isFar(rate: string): boolean {
  return Math.abs(Number(rate)) >= 0.005;
}

/** What adds risk is locked under an old mark, as on the trading page. */
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
