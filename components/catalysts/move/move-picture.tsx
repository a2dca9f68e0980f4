"use client";

import { PriceFigure } from "#components/catalysts/pictures/price-figure.tsx";
import { useMarkBars } from "#components/catalysts/pictures/use-mark-bars.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { KnownMove } from "#lib/protocol/wire/catalysts.ts";

const ROUND_MS = HOUR_MS;
const POLL_MS = 15_000;

/** The price from an hour before a move to an hour after it, with the move's two prices. */
export function MovePicture({ move: { move, known_at: knownAt } }: { move: KnownMove }) {
  const text = useText("catalysts");
  const known = Date.parse(knownAt);
  const begin = Date.parse(move.onset);
  const end = move.ended_at === null ? known : Date.parse(move.ended_at);
  // While the move goes on its picture grows by the hour, so that it is not read again each second.
  const to = Math.ceil(end / ROUND_MS) * ROUND_MS + ROUND_MS;
  const times = { from: begin - ROUND_MS, to };
  const read = useMarkBars(move.market, times, known < to ? POLL_MS : undefined);
  const level = (key: "from" | "extreme", price: string) => ({
    key,
    price,
    name: text(key),
    tone: key === "from" ? ("ink" as const) : move.direction,
  });
  return (
    <div className="mb-4">
      <PriceFigure
        market={move.market}
        read={read}
        times={times}
        until={Math.min(known, to)}
        bands={[{ key: move.id, tone: move.direction, span: { from: begin, to: end } }]}
        levels={[level("from", move.from_price), level("extreme", move.extreme_price)]}
        also={text("moveShaded")}
      >
        {() => <p className="mt-2 text-2xs text-ink-muted">{text("moveShaded")}</p>}
      </PriceFigure>
    </div>
  );
}
