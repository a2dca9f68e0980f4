"use client";

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { writeCookie } from "#components/frame/preferences/cookie.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { boundedHeight, TABLES_COOKIE, TABLES_HEIGHT } from "./tables-height.ts";

const STEP_PX = 16;

type TablesHandleProps = {
  /** The grid whose `--tables` is the height. */
  grid: RefObject<HTMLElement | null>;
  initial: number | undefined;
  className: string;
};

/**
 * The edge between chart and tables: drag it, or move it with the arrow keys. A double click returns to the height of
 * the layout. It sets a CSS variable and renders nothing anew, so that the chart follows the pointer.
 */
export default function TablesHandle({ grid, initial, className }: TablesHandleProps) {
  const text = useText("shell");
  const [stored, setStored] = useState(initial);
  const drag = useRef<{ y: number; height: number } | undefined>(undefined);
  const shown = (handle: HTMLElement) =>
    handle.nextElementSibling?.getBoundingClientRect().height ?? TABLES_HEIGHT.least;
  const show = (height: number) => {
    const bounded = boundedHeight(height);
    grid.current?.style.setProperty("--tables", `${bounded.toString()}px`);
    return bounded;
  };
  const keep = (height: number | undefined) => {
    if (height === undefined) grid.current?.style.removeProperty("--tables");
    writeCookie(TABLES_COOKIE, height?.toString() ?? "");
    setStored(height);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { y: event.clientY, height: shown(event.currentTarget) };
  };
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (drag.current) show(drag.current.height + drag.current.y - clientY);
  };
  const onPointerUp = ({ clientY }: PointerEvent) => {
    const from = drag.current;
    drag.current = undefined;
    if (from && from.y !== clientY) keep(show(from.height + from.y - clientY));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const steps = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX }[event.key];
    if (steps === undefined && event.key !== "Home") return;
    event.preventDefault();
    keep(steps === undefined ? undefined : show(shown(event.currentTarget) + steps));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a control
    <hr
      aria-orientation="horizontal"
      aria-label={text("tablesHeight")}
      title={text("tablesHeightHelp")}
      aria-valuenow={stored ?? TABLES_HEIGHT.least}
      aria-valuemin={TABLES_HEIGHT.least}
      aria-valuemax={TABLES_HEIGHT.most}
      aria-valuetext={
        stored === undefined ? text("tablesHeightDefault") : `${stored.toString()} px`
      }
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={0}
      className={cn(
        "relative z-[3] -mt-2 hidden h-2 cursor-row-resize touch-none self-start border-0 outline-offset-[-3px] hover:bg-accent/40 active:bg-accent/60 lg:block",
        className,
      )}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => keep(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
