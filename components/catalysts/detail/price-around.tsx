"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { MoveSize } from "#components/catalysts/move/move-facts.tsx";
import { TYPE_ICONS } from "#components/catalysts/parts/type-icons.ts";
import {
  type AssetMarket,
  marketsOf,
  REFERENCE_ASSET,
} from "#components/catalysts/pictures/asset-market.ts";
import { changeBetween } from "#components/catalysts/pictures/bar-lines.ts";
import { type PricePoint, pointAt, type Span } from "#components/catalysts/pictures/geometry.ts";
import { PriceFigure } from "#components/catalysts/pictures/price-figure.tsx";
import type { PictureBand, Place } from "#components/catalysts/pictures/price-picture.tsx";
import { useMarkBars } from "#components/catalysts/pictures/use-mark-bars.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Catalyst, ExplainedMove, KnownCatalystRecord } from "#lib/protocol/wire/catalysts.ts";
import type { PublicMove } from "#lib/protocol/wire/moves.ts";

const BEFORE_MS = HOUR_MS;
const AFTER_MS = 3 * HOUR_MS;
const POLL_MS = 15_000;
const MAX_PICTURES = 2;

type PriceAroundProps = {
  record: KnownCatalystRecord;
  markets: readonly AssetMarket[];
};

/** The prices of a catalyst's assets from an hour before its first report to three hours after it. */
export function PriceAround({ record, markets }: PriceAroundProps) {
  const text = useText("catalysts");
  const { event, moves, known_at: knownAt } = record;
  const shown = shownMarkets(event, moves, markets).slice(0, MAX_PICTURES);
  // Without the list of markets nothing is known of what is traded here.
  if (markets.length === 0) return null;
  return (
    <Section title={text("priceAround")}>
      {shown.length === 0 ? <EmptyState title={text("notTraded")} /> : null}
      <div className="grid gap-6">
        {shown.map((symbol) => (
          <Picture key={symbol} market={symbol} event={event} moves={moves} knownAt={knownAt} />
        ))}
      </div>
    </Section>
  );
}

/**
 * The markets of its assets and of the moves that it may have caused; without any, those of the assets that it touches less directly; of
 * news about everything, that of Bitcoin.
 */
function shownMarkets(
  { assets, related_assets: related, type }: Catalyst,
  moves: readonly ExplainedMove[],
  markets: readonly AssetMarket[],
): string[] {
  const own = marketsOf(assets, markets).map(({ symbol }) => symbol);
  const moved = moves.map(({ move }) => move.market);
  if (own.length + moved.length > 0) return [...new Set([...own, ...moved])];
  const isForAll = assets.length === 0 && (type === "macro" || type === "regulatory");
  const others = isForAll && related.length === 0 ? [REFERENCE_ASSET] : related;
  return marketsOf(others, markets).map(({ symbol }) => symbol);
}

type PictureProps = {
  market: string;
  event: Catalyst;
  moves: readonly ExplainedMove[];
  knownAt: string;
};

function Picture({ market, event, moves, knownAt }: PictureProps) {
  const text = useText("catalysts");
  const instant = useInstant();
  const seen = Date.parse(event.first_seen_at);
  const times = { from: seen - BEFORE_MS, to: seen + AFTER_MS };
  const until = Math.min(Date.parse(knownAt), times.to);
  const read = useMarkBars(market, times, until < times.to ? POLL_MS : undefined);
  const own = moves.map(({ move }) => move).filter((move) => move.market === market);
  const report = text("firstReportAt", { time: isolated(instant(event.first_seen_at)) });
  return (
    <div data-price-of={market}>
      <h3 className="mb-2 text-xs font-semibold">
        <bdi dir="ltr" translate="no">
          {market}
        </bdi>
      </h3>
      <PriceFigure
        market={market}
        read={read}
        times={times}
        until={until}
        bands={own.map((move) => bandOf(move, until))}
        also={report}
        marks={(place) => (
          <>
            {own.map((move) => (
              <MoveNote key={move.id} move={move} times={times} place={place} />
            ))}
            <ReportMark type={event.type} left={place(seen).left} />
          </>
        )}
      >
        {(lines) => <Changes lines={lines} seen={seen} until={until} />}
      </PriceFigure>
    </div>
  );
}

function bandOf({ id, direction, onset, ended_at: ended }: PublicMove, until: number): PictureBand {
  const to = ended === null ? until : Date.parse(ended);
  return { key: id, tone: direction, span: { from: Date.parse(onset), to } };
}

/** The size of a move at its beginning, so that its colour is not all that tells its direction. */
function MoveNote({ move, times, place }: { move: PublicMove; times: Span; place: Place }) {
  const from = Date.parse(move.onset);
  if (from >= times.to || from < times.from) return null;
  const Icon = move.direction === "up" ? ArrowUp : ArrowDown;
  return (
    <span
      data-move-note={move.id}
      style={{ left: place(from).left }}
      className="absolute bottom-0.5 flex items-center ps-0.5 text-2xs"
    >
      <Icon size={12} aria-hidden />
      <MoveSize move={move} />
    </span>
  );
}

function ReportMark({ type, left }: { type: Catalyst["type"]; left: string }) {
  const Icon = TYPE_ICONS[type];
  return (
    <span aria-hidden style={{ left }} className="absolute inset-y-0 w-0">
      <span className="absolute inset-y-0 border-s border-dashed border-ink-muted" />
      <span className="absolute top-0 flex size-6 -translate-x-1/2 items-center justify-center rounded-full border border-ink-muted bg-surface text-ink">
        <Icon size={13} />
      </span>
    </span>
  );
}

type ChangesProps = {
  lines: readonly (readonly PricePoint[])[];
  seen: number;
  until: number;
};

const AFTER = [
  ["after15", 15 * MINUTE_MS],
  ["after60", HOUR_MS],
  ["after180", AFTER_MS],
] as const;

/** The changes of the price before and after the first report. */
function Changes({ lines, seen, until }: ChangesProps) {
  const text = useText("catalysts");
  const { percent } = useFormat();
  const price = pointAt(lines, seen)?.price;
  const before = pointAt(lines, seen - BEFORE_MS)?.price;
  const change = (from: string | undefined, to: string | undefined) => {
    const rate = from === undefined || to === undefined ? undefined : changeBetween(from, to);
    return rate === undefined ? text("notKnown") : percent(rate);
  };
  return (
    <>
      <p className="mt-2 text-2xs text-ink-muted">{text("markIsReport")}</p>
      <dl className="mt-2 grid grid-cols-2 gap-3 text-xs sm:grid-cols-4">
        <Fact label={text("before60")}>
          <bdi dir="ltr">{change(before, price)}</bdi>
        </Fact>
        {AFTER.map(([name, distance]) => (
          <Fact key={name} label={text(name)}>
            <bdi dir="ltr">
              {change(
                price,
                until < seen + distance ? undefined : pointAt(lines, seen + distance)?.price,
              )}
            </bdi>
          </Fact>
        ))}
      </dl>
    </>
  );
}
