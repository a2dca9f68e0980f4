"use client";

import {
  lazy,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { LinePlaces } from "./line-places.ts";
import type { ChartLine, OrderLine } from "./lines.ts";
import type { Wording } from "./words.ts";

const load = () => import("./line-stack-list.tsx");
const LineStackList = lazy(load);

type LineStacksProps = {
  places: LinePlaces;
  lines: readonly ChartLine[];
  wording: Wording;
  cancel: (order: OrderLine["order"]) => void;
};

/** A mark for each row of labels that is too long, with how many it holds; it opens their list. */
export function LineStacks({ places, lines, ...shared }: LineStacksProps) {
  const stacked = useSyncExternalStore(places.onStacked, places.stacked, places.stacked);
  const byId = useMemo(() => new Map(lines.map((line) => [line.id, line])), [lines]);
  // By its lines: other stacks come before it or go as the chart moves.
  const [opened, setOpened] = useState<readonly string[]>();
  const open = opened ? stacked.findIndex((ids) => ids.some((id) => opened.includes(id))) : -1;
  // What was opened is gone: it does not come back open when the chart moves on.
  if (opened && open < 0) setOpened(undefined);
  return stacked.map((ids, place) => {
    const held = ids.flatMap((id) => byId.get(id) ?? []);
    return held.length === 0 ? null : (
      <StackMark
        // oxlint-disable-next-line react/no-array-index-key -- a mark is a place among the marks: what it holds comes and goes
        key={place}
        {...shared}
        places={places}
        place={place}
        lines={held}
        open={place === open}
        onOpen={(isOpen) => setOpened(isOpen ? ids : undefined)}
      />
    );
  });
}

type StackMarkProps = LineStacksProps & {
  place: number;
  open: boolean;
  onOpen: (open: boolean) => void;
};

function StackMark({ places, place, lines, wording, cancel, open, onOpen }: StackMarkProps) {
  const { text, format } = wording;
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    places.mark(place, item.current);
    return () => places.mark(place, null);
  }, [places, place]);
  const [highest, lowest] = [lines[0]?.price ?? "", lines.at(-1)?.price ?? ""];
  const prices =
    highest === lowest
      ? format.grouped(highest)
      : `${format.grouped(lowest)} – ${format.grouped(highest)}`;
  const name = text("moreLines", { count: lines.length, prices });
  const preload = () => void load().catch(() => undefined);
  return (
    <li ref={item} className="pointer-events-auto absolute start-0 top-0 z-[1]">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={name}
        title={name}
        data-line-stack
        className="flex h-5 w-10 items-center justify-center rounded-sm border border-line-strong bg-raised text-2xs font-medium text-ink shadow-sm hover:bg-hover"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => onOpen(!open)}
      >
        <bdi>+{lines.length}</bdi>
      </button>
      {open ? (
        <LazyBoundary onFailure={() => onOpen(false)}>
          <Suspense>
            <LineStackList
              name={name}
              mark={button}
              lines={lines}
              wording={wording}
              cancel={cancel}
              show={(id) => places.focus(id)}
              onClose={() => onOpen(false)}
            />
          </Suspense>
        </LazyBoundary>
      ) : null}
    </li>
  );
}
