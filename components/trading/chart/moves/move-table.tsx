"use client";

import Link from "next/link";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import type { ListedMove } from "#lib/protocol/wire/moves.ts";
import { describeCause, type MoveFigures, moveFigures, useMoves } from "./moves.ts";

type MoveTableProps = { wording: Wording; onClose: () => void };

const COLUMNS = {
  opened: "moveOpened",
  direction: "moveDirection",
  size: "moveSize",
  onset: "moveOnset",
  ended: "moveEnded",
} as const satisfies Record<keyof MoveFigures, string>;
const LINK =
  "text-accent underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center";
const NAMES = Object.keys(COLUMNS) as (keyof MoveFigures)[];

/** The newest moves of the market as a table, for those who cannot read the canvas and those who would rather read. */
export default function MoveTable({ wording, onClose }: MoveTableProps) {
  const { text } = wording;
  const { symbol } = useMarket();
  const { data, failure, reload } = useMoves(symbol);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("moves")}
      description={text("movesHint")}
      className="w-[min(94vw,860px)]"
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link href="/catalysts" className={LINK}>
            {text("movesToCatalysts")}
          </Link>
          <Button onClick={onClose}>{text("done")}</Button>
        </div>
      }
    >
      {failure ? (
        <Notice title={text("movesFailed")}>
          <Button size="xs" onClick={() => void reload()}>
            {text("tryNow")}
          </Button>
        </Notice>
      ) : null}
      {data === undefined && !failure ? <Loading label={text("movesLoading")} rows={6} /> : null}
      {data?.results.length === 0 ? <Notice title={text("noMoves")} /> : null}
      {data && data.results.length > 0 ? (
        <Rows
          moves={data.results}
          caption={text("movesCaption", { market: symbol })}
          {...{ wording }}
        />
      ) : null}
    </Dialog>
  );
}

type RowsProps = { moves: readonly ListedMove[]; caption: string; wording: Wording };

function Rows({ moves, caption, wording }: RowsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll the rows
    <section tabIndex={0} aria-label={caption} className="overflow-x-auto">
      <table className="w-full text-2xs">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-ink-faint">
          <tr>
            {NAMES.map((name) => (
              <th
                key={name}
                scope="col"
                className={cn("px-2 py-1 font-medium", name === "size" ? "text-end" : "text-start")}
              >
                {wording.text(COLUMNS[name])}
              </th>
            ))}
            <th scope="col" className="px-2 py-1 text-start font-medium">
              {wording.text("moveCause")}
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => (
            <Row key={move.id} move={move} wording={wording} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ move, wording }: { move: ListedMove; wording: Wording }) {
  const figures = moveFigures(move, wording);
  const { verdict, label, headline } = describeCause(move, wording);
  return (
    <tr className="border-t">
      <th scope="row" className="px-2 py-0.5 text-start font-normal whitespace-nowrap">
        <bdi>{figures.opened}</bdi>
      </th>
      <td className="px-2 py-0.5">{figures.direction}</td>
      <td dir="ltr" className="px-2 py-0.5 text-end whitespace-nowrap">
        {figures.size}
      </td>
      <td className="px-2 py-0.5 whitespace-nowrap">
        <bdi>{figures.onset}</bdi>
      </td>
      <td className="px-2 py-0.5 whitespace-nowrap">
        <bdi>{figures.ended}</bdi>
      </td>
      <td data-cause={verdict} className="min-w-40 px-2 py-0.5">
        <Link href={`/catalysts/moves/${move.id}`} className={LINK}>
          {label}
        </Link>
        {headline === undefined ? null : (
          <span dir="auto" className="block break-words">
            {headline}
          </span>
        )}
      </td>
    </tr>
  );
}
