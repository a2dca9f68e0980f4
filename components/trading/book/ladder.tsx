"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Notice } from "#components/ui/panel.tsx";
import type { MarketScale } from "#lib/protocol/markets.ts";
import { ROW_PX, Row } from "./book-row.tsx";
import type { BookView } from "./book-view.ts";
import type { BookSides } from "./grouping.ts";
import { MiddleRow } from "./middle-row.tsx";
import type { RowName } from "./row-name.ts";

type LadderProps = {
  sides: BookSides;
  /** Rows a side for which there is room. */
  rows: number;
  scale: MarketScale;
  view: BookView;
  pointed: RowName | undefined;
  tabbable: RowName;
  /** Element that tells more of the row that is pointed at. */
  noteId: string;
  /** Element that tells what keys do. */
  helpId: string;
};

/** Asks above bids, the spread between them. */
export function Ladder(props: LadderProps) {
  const { sides, rows, scale, view, pointed, tabbable, noteId, helpId } = props;
  const text = useText("book");
  if (sides.asks.length === 0 && sides.bids.length === 0) {
    return <Notice title={text("empty")} detail={text("emptyDetail")} />;
  }
  const sideHeight = { height: rows * ROW_PX };
  const row = (side: RowName["side"], place: number) => {
    const here = pointed?.side === side && pointed.place === place;
    const figures = (side === "ask" ? sides.asks : sides.bids)[place];
    if (!figures) return null;
    return (
      // By distance from the spread and not by price: rows stay where they are and change their figures.
      <Row
        key={`${side}-${place.toString()}`}
        row={figures}
        side={side}
        place={place}
        view={view}
        tabbable={tabbable.side === side && tabbable.place === place}
        swept={pointed?.side === side && place <= pointed.place}
        describedBy={here ? noteId : undefined}
      />
    );
  };
  return (
    <>
      <ul
        aria-label={text("asks")}
        aria-describedby={helpId}
        className="flex flex-col justify-end"
        style={sideHeight}
      >
        {sides.asks.map((_, place) => row("ask", sides.asks.length - 1 - place))}
      </ul>
      <MiddleRow sides={sides} scale={scale} />
      <ul
        aria-label={text("bids")}
        aria-describedby={helpId}
        className="flex flex-col"
        style={sideHeight}
      >
        {sides.bids.map((_, place) => row("bid", place))}
      </ul>
    </>
  );
}
