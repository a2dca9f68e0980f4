"use client";

import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { groupMarks, type Span } from "./geometry.ts";
import type { Place } from "./price-picture.tsx";

export type TimeMark = {
  key: string;
  /** Unix milliseconds. */
  at: number;
  Icon: LucideIcon;
  /** Names the marked event, with its time. */
  name: string;
};

type MarkRowProps = {
  label: string;
  marks: readonly TimeMark[];
  times: Span;
  place: Place;
  /** Keys of the marks whose details are shown. */
  selected: readonly string[];
  onSelect: (keys: readonly string[]) => void;
  /** Id of the element with the details. */
  controls: string;
};

/** So that buttons for a finger or a pointer do not cover each other. */
const MIN_SHARE = { narrow: 0.17, wide: 0.035 };

/**
 * Marks along the lower edge of a picture, as buttons: pointing at one, focusing it or pressing it selects it. One of them
 * is in the tab order, and arrow keys lead to the others.
 */
export function MarkRow(props: MarkRowProps) {
  const { label, marks, times, place, selected, onSelect, controls } = props;
  const minShare = useNarrow() ? MIN_SHARE.narrow : MIN_SHARE.wide;
  const groups = groupMarks(marks, times, minShare);
  const row = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(groups.length - 1);
  const tabbable = Math.min(Math.max(index, 0), groups.length - 1);
  const move = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, tabbable, groups.length);
    if (next === undefined) return;
    event.preventDefault();
    row.current?.querySelectorAll("button")[next]?.focus();
  };
  if (groups.length === 0) return null;
  return (
    <div ref={row} role="toolbar" aria-label={label}>
      {groups.map((group, at) => {
        const keys = group.map(({ key }) => key);
        const isSelected = keys.some((key) => selected.includes(key));
        const select = () => onSelect(keys);
        const focus = () => {
          setIndex(at);
          select();
        };
        const [first] = group;
        if (first === undefined) return null;
        return (
          <span
            key={first.key}
            style={{ left: place(first.at).left }}
            className="absolute inset-y-0 w-0"
          >
            <span
              aria-hidden
              className={cn(
                "pointer-events-none absolute inset-y-0 border-s border-dashed",
                isSelected ? "border-accent" : "border-line-strong",
              )}
            />
            <button
              type="button"
              tabIndex={at === tabbable ? 0 : -1}
              aria-controls={controls}
              aria-pressed={isSelected}
              data-mark={first.key}
              onPointerEnter={select}
              onKeyDown={move}
              onFocus={focus}
              onClick={focus}
              className={cn(
                "absolute bottom-0 flex h-7 min-w-7 -translate-x-1/2 items-center justify-center rounded border text-2xs font-semibold pointer-coarse:h-11 pointer-coarse:min-w-11",
                isSelected
                  ? "border-accent bg-accent-soft text-ink"
                  : "border-line-strong bg-raised text-ink-muted hover:text-ink",
              )}
            >
              <span className="sr-only">{group.map(({ name }) => name).join(" ")}</span>
              <span aria-hidden>
                {group.length === 1 ? <first.Icon size={14} /> : group.length}
              </span>
            </button>
          </span>
        );
      })}
    </div>
  );
}

/** The mark to which a key leads; time runs from left to right in every language. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return Math.min(index + 1, count - 1);
  if (key === "ArrowLeft") return Math.max(index - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
