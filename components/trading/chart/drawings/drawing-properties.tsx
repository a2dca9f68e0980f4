"use client";

import { Copy, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useStore } from "#components/ui/use-store.ts";
import {
  ANCHORS,
  DRAWING_COLOURS,
  type Drawing,
  type DrawingColour,
  LONGEST_TEXT,
} from "./drawing.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import { ASIDE } from "./drawing-keys.ts";
import type { DrawingLayer } from "./drawing-layer.ts";

const SWATCH: Readonly<Record<DrawingColour, string>> = {
  blue: "bg-(--study-1)",
  amber: "bg-(--study-2)",
  violet: "bg-(--study-3)",
  teal: "bg-(--study-4)",
  up: "bg-up",
  down: "bg-down",
  grey: "bg-ink-muted",
};

type DrawingPropertiesProps = { desk: DrawingDesk; layer: DrawingLayer };

/** What to press next while a drawing is placed, and what can be done with the selected one. */
export function DrawingProperties({ desk, layer }: DrawingPropertiesProps) {
  const text = useText("drawings");
  const { tool, placed, selected } = useStore(desk.state);
  const drawings = useStore(desk.board.drawings);
  const drawing = drawings.find(({ id }) => id === selected);
  if (!tool && !drawing) return null;
  const hint = placed > 0 ? "nextPoint" : tool && ANCHORS[tool] === 1 ? "onePoint" : "firstPoint";
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-10 z-[7] flex justify-center">
      {tool ? (
        <output
          dir="auto"
          className="rounded bg-raised max-sm:mb-13 px-2 py-1 text-2xs text-ink-muted shadow"
        >
          {text(hint, { kind: text(tool) })}
        </output>
      ) : null}
      {drawing ? <Properties key={drawing.id} {...{ drawing, desk, layer }} /> : null}
    </div>
  );
}

type PropertiesProps = DrawingPropertiesProps & { drawing: Drawing };

const ICON = cn(buttonStyle({ tone: "quiet", size: "icon" }), "shrink-0 pointer-coarse:size-11");

function Properties({ drawing, desk, layer }: PropertiesProps) {
  const text = useText("drawings");
  return (
    <div
      role="toolbar"
      aria-label={text("properties")}
      className="pointer-events-auto flex max-w-full items-center overflow-x-auto rounded-md [scrollbar-width:none] border border-line-strong bg-surface/95 p-0.5 shadow-md"
    >
      {drawing.kind === "text" ? <Words {...{ drawing, desk }} /> : null}
      {DRAWING_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          aria-label={text("colour", { colour: text(colour) })}
          aria-pressed={drawing.colour === colour}
          title={text(colour)}
          className="group flex size-6 shrink-0 items-center justify-center rounded hover:bg-hover pointer-coarse:size-11"
          onClick={() => desk.recolour(colour)}
        >
          <span
            aria-hidden
            className={cn(
              "size-3.5 rounded-full ring-ink ring-offset-1 ring-offset-surface group-aria-pressed:ring-2",
              SWATCH[colour],
            )}
          />
        </button>
      ))}
      <button
        type="button"
        aria-label={text("duplicate")}
        title={text("duplicate")}
        className={ICON}
        onClick={() => {
          desk.copy();
          desk.paste((one) => layer.shifted(one, ASIDE));
        }}
      >
        <Copy size={14} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={text("delete")}
        title={text("delete")}
        className={ICON}
        onClick={() => desk.removeSelected()}
      >
        <Trash2 size={14} aria-hidden />
      </button>
    </div>
  );
}

/** A new text is written at once. */
function Words({ drawing, desk }: Pick<PropertiesProps, "drawing" | "desk">) {
  const text = useText("drawings");
  const [typed, setTyped] = useState(drawing.text);
  const field = useRef<HTMLInputElement>(null);
  const isNew = drawing.text === text("newText");
  useEffect(() => {
    if (isNew) field.current?.select();
  }, [isNew]);
  const keep = () => {
    const words = typed.trim();
    if (words !== "" && words !== drawing.text) desk.write(words);
  };
  return (
    <input
      ref={field}
      dir="auto"
      aria-label={text("words")}
      value={typed}
      maxLength={LONGEST_TEXT}
      className="me-1 h-7 w-40 shrink-0 rounded border border-line-strong bg-raised px-2 text-xs outline-none focus:border-accent pointer-coarse:h-11 pointer-coarse:text-base"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        keep();
        desk.select(undefined);
      }}
    />
  );
}
