"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/popover";
import { type RefObject, useEffect, useRef } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import { cn } from "#components/ui/class-names.ts";
import { LINE_TONES, lineName } from "./line-name.ts";
import type { ChartLine, OrderLine } from "./lines.ts";

type LineStackListProps = {
  name: string;
  mark: RefObject<HTMLButtonElement | null>;
  lines: readonly ChartLine[];
  wording: Wording;
  cancel: (order: OrderLine["order"]) => void;
  /** Shows the label of a line and focuses it. */
  show: (id: string) => void;
  onClose: () => void;
};

/** The lines of a stack, the highest first. Each can be shown at its label, and orders can be cancelled. */
export default function LineStackList(props: LineStackListProps) {
  const { name, mark, lines, wording, cancel, show, onClose } = props;
  const dir = directionOf(useLocale());
  const content = useRef<HTMLDivElement>(null);
  const chosen = useRef<string>(undefined);
  const isLeft = useRef(false);
  // The row of an ended order disappears with its focus.
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus();
  }, [lines]);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={mark} />
      <Radix.Portal>
        <Radix.Content
          ref={content}
          dir={dir}
          tabIndex={-1}
          aria-label={name}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[min(60dvh,320px)] overflow-y-auto rounded-md border border-line-strong bg-surface p-1 text-xs shadow-xl"
          onInteractOutside={(event) => {
            // A press on the mark already closes the list.
            if (event.target instanceof Node && mark.current?.contains(event.target))
              event.preventDefault();
            else isLeft.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (chosen.current !== undefined) show(chosen.current);
            else if (!isLeft.current) mark.current?.focus();
          }}
        >
          <ul>
            {lines.map((line) => (
              <li key={line.id} className="flex items-center gap-1">
                <Row
                  line={line}
                  wording={wording}
                  onChoose={() => {
                    chosen.current = line.id;
                    onClose();
                  }}
                />
                {line.kind === "order" ? (
                  <button
                    type="button"
                    aria-label={wording.text("cancelLine", {
                      line: lineName(line, wording),
                      price: wording.format.grouped(line.price),
                    })}
                    className="flex size-7 items-center justify-center rounded text-ink-muted hover:bg-hover hover:text-ink"
                    onClick={() => cancel(line.order)}
                  >
                    <X size={12} aria-hidden />
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type RowProps = { line: ChartLine; wording: Wording; onChoose: () => void };

/** A line that can be moved has a label to focus; others are only named. */
function Row({ line, wording, onChoose }: RowProps) {
  const className = "flex h-7 flex-1 items-center justify-between gap-4 rounded px-2";
  const figures = (
    <>
      <bdi className={cn(LINE_TONES[line.tone], "border-0")}>{lineName(line, wording)}</bdi>{" "}
      <bdi>{wording.format.grouped(line.price)}</bdi>
    </>
  );
  if (line.kind !== "order") return <span className={className}>{figures}</span>;
  return (
    <button
      type="button"
      title={wording.text("showLine")}
      className={cn(className, "hover:bg-hover")}
      onClick={onChoose}
    >
      {figures}
    </button>
  );
}
