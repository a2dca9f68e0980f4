"use client";

import Link from "next/link";
import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { useKnown } from "#components/catalysts/known/use-known.ts";
import { knownSearch } from "#components/catalysts/known/use-search.ts";
import { Explanation } from "#components/catalysts/move/explanation.tsx";
import { MoveSize, useMoveTitle } from "#components/catalysts/move/move-facts.tsx";
import { MoveNotKnownYet } from "#components/catalysts/move/move-not-known-yet.tsx";
import { isNotNoticedAt, moveUrlAt } from "#components/catalysts/move/move-url.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { ExplainedMove, KnownMove } from "#lib/protocol/wire/catalysts.ts";

type MoveListProps = {
  moves: readonly ExplainedMove[];
  /** The id of the page's own catalyst. */
  own: string;
  at: string | undefined;
};

/** The moves for which the catalyst is a candidate cause, each with the other candidates. */
export function MoveList({ moves, own, at }: MoveListProps) {
  const text = useText("catalysts");
  return (
    <Section title={text("moves")}>
      <p className="mb-2 text-xs text-ink-muted">{text("movesHint")}</p>
      {moves.length === 0 ? (
        <EmptyState title={text("noMoves")}>{text("noMovesDetail")}</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {moves.map((explained) => (
            <li key={explained.move.id} data-move={explained.move.id} className="py-3">
              <Move explained={explained} own={own} at={at} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type MoveProps = { explained: ExplainedMove; own: string; at: string | undefined };

function Move({ explained: { move, explanation }, own, at }: MoveProps) {
  const text = useText("catalysts");
  const titleOf = useMoveTitle();
  const instant = useInstant();
  const search = knownSearch(at);
  return (
    <>
      <p className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <Link
          href={`/catalysts/moves/${move.id}${search === "" ? "" : `?${search}`}`}
          className="font-medium text-accent underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          {titleOf(move)}
        </Link>
        <MoveSize move={move} />
        <span className="text-2xs text-ink-muted">
          {text("noticed")} <bdi>{instant(move.opened_at)}</bdi>
        </span>
      </p>
      <Explanation explanation={explanation} own={own} at={at} />
    </>
  );
}

type MovesBeforeProps = {
  /** The moves in their current state. */
  moves: readonly KnownMove[];
  own: string;
  at: string;
};

/**
 * The same moves at an instant before the catalyst was known, when they had another explanation or
 * none.
 */
export function MovesBefore({ moves, own, at }: MovesBeforeProps) {
  const text = useText("catalysts");
  if (moves.length === 0) return null;
  return (
    <Section title={text("moves")}>
      <ul className="divide-y divide-line">
        {moves.map((now) => (
          <li key={now.move.id} data-move={now.move.id} className="py-3">
            <MoveBefore now={now} own={own} at={at} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function MoveBefore({ now, own, at }: { now: KnownMove; own: string; at: string }) {
  const { said } = useKnown<KnownMove>(moveUrlAt(now, at), at);
  if (isNotNoticedAt(now, at) || said?.is === "unknown") return <MoveNotKnownYet now={now} />;
  if (said === undefined) return null;
  return <Move explained={said.body} own={own} at={at} />;
}
