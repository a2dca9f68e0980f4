"use client";

import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { useShare } from "#components/catalysts/parts/labels.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Fact } from "#components/ui/fact.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { PublicMove } from "#lib/protocol/wire/moves.ts";

/** For example "Fall of SOLUSDC". */
export function useMoveTitle(): (move: Pick<PublicMove, "direction" | "market">) => string {
  const text = useText("catalysts");
  return ({ direction, market }) =>
    text("moveTitle", {
      direction: text(direction === "up" ? "rise" : "fall"),
      market: isolated(market),
    });
}

/** The size with its sign. */
export function MoveSize({ move }: { move: Pick<PublicMove, "direction" | "size"> }) {
  const { percent } = useFormat();
  return (
    <bdi
      dir="ltr"
      className={cn("font-semibold", move.direction === "up" ? "text-up" : "text-down")}
    >
      {percent(move.size.toFixed(6))}
    </bdi>
  );
}

/** The figures of the move, and what happened in the market at the same time. */
export function MoveFacts({ move }: { move: PublicMove }) {
  const text = useText("catalysts");
  const { grouped, figure } = useFormat();
  const instant = useInstant();
  const share = useShare();
  const { facts } = move;
  return (
    <dl className="grid grid-cols-2 gap-3 text-xs sm:grid-cols-4">
      <Fact label={text("began")}>
        <bdi>{instant(move.onset)}</bdi>
      </Fact>
      <Fact label={text("noticed")}>
        <bdi>{instant(move.opened_at)}</bdi>
      </Fact>
      <Fact label={text("ended")}>
        {move.ended_at === null ? text("goesOn") : <bdi>{instant(move.ended_at)}</bdi>}
      </Fact>
      <Fact label={text("scope")}>{text(`scope_${move.scope}`)}</Fact>
      <Fact label={text("from")}>
        <bdi dir="ltr" translate="no">
          {grouped(move.from_price)}
        </bdi>
      </Fact>
      <Fact label={text("extreme")}>
        <bdi dir="ltr" translate="no">
          {grouped(move.extreme_price)}
        </bdi>
      </Fact>
      {facts.volume_ratio === null ? null : (
        <Fact label={text("volume")}>
          {text("timesTheMean", { ratio: figure(facts.volume_ratio.toFixed(2), 1) })}
        </Fact>
      )}
      {facts.open_interest_change === null ? null : (
        <Fact label={text("openInterest")}>
          <Change change={facts.open_interest_change} />
        </Fact>
      )}
      {facts.liquidated_share === null ? null : (
        <Fact label={text("liquidated")}>{share(facts.liquidated_share)}</Fact>
      )}
    </dl>
  );
}

/** From here on a percentage is hard to read: ten times as much is +900%. */
const READABLE_CHANGE = 1;
/** A market that had almost nothing before: how many times as much it is means nothing. */
const MAX_TIMES = 100;

/** A change of open interest: a percentage, or how many times as much it is when it more than doubled. */
function Change({ change }: { change: number }) {
  const text = useText("catalysts");
  const { percent, figure, integer } = useFormat();
  if (change <= READABLE_CHANGE) {
    return (
      <bdi dir="ltr" translate="no">
        {percent(change.toFixed(6))}
      </bdi>
    );
  }
  const times = 1 + change;
  if (times > MAX_TIMES) return text("timesOver", { ratio: integer(MAX_TIMES) });
  return text("timesAsMuch", { ratio: figure(times.toFixed(2), 1) });
}
