"use client";

import { ChevronLeft, ChevronRight, Link2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { Section } from "#components/ui/section.tsx";
import { type SliderStop, type StopReason, stopAt } from "./stops.ts";

type KnownSliderProps = {
  stops: readonly SliderStop[];
  /** ISO 8601; undefined: now. */
  at: string | undefined;
  onChange: (at: string | undefined) => void;
};

/** The page asks the service once the slider rests, because keys step through many instants. */
const REST_MS = 200;

/**
 * Chooses the instant as of which the page is shown. It is a native slider: its stops are the
 * instants at which something changed, and now.
 */
export function KnownSlider({ stops, at, onChange }: KnownSliderProps) {
  const text = useText("catalysts");
  const id = useId();
  const stopText = useStopText();
  const { index, instant, move } = usePosition(stops, at, onChange);
  const last = stops.length;
  const label = instant === undefined ? text("now") : stopText(stops[index], instant);
  return (
    <Section
      title={text("knownAt")}
      actions={<CopyLink />}
      note={<span className="text-2xs text-ink-faint">{text("knownAtHint")}</span>}
    >
      <div className="flex items-center gap-2">
        <Step label={text("earlier")} isOff={index === 0} onStep={() => move(index - 1)}>
          <ChevronLeft size={16} aria-hidden className="rtl:-scale-x-100" />
        </Step>
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={index}
          aria-label={text("knownAt")}
          aria-valuetext={label}
          aria-describedby={id}
          onChange={(event) => move(event.currentTarget.valueAsNumber)}
          style={{ "--share": `${((100 * index) / Math.max(1, last)).toString()}%` } as object}
          className="slider h-7 w-full min-w-0 flex-1 cursor-pointer pointer-coarse:h-11"
        />
        <Step label={text("later")} isOff={index === last} onStep={() => move(index + 1)}>
          <ChevronRight size={16} aria-hidden className="rtl:-scale-x-100" />
        </Step>
        <Button
          size="md"
          aria-pressed={index === last}
          onClick={() => move(last)}
          className="pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {text("now")}
        </Button>
      </div>
      <p id={id} data-known={index === last ? "now" : "past"} className="mt-1 text-xs">
        {label}
      </p>
    </Section>
  );
}

type Position = {
  index: number;
  /** The chosen instant; undefined: now. An address may name one between two stops. */
  instant: string | undefined;
  move: (index: number) => void;
};

/** The slider follows the finger at once; the address follows when the finger rests. */
function usePosition(
  stops: readonly SliderStop[],
  at: string | undefined,
  onChange: (at: string | undefined) => void,
): Position {
  const [moved, setMoved] = useState<{ at: string | undefined }>();
  useEffect(() => {
    if (moved === undefined) return;
    const timer = setTimeout(() => {
      onChange(moved.at);
      setMoved(undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [moved, onChange]);
  const instant = moved === undefined ? at : moved.at;
  const index = instant === undefined ? stops.length : stopAt(stops, instant);
  return { index, instant, move: (next) => setMoved({ at: stops[next]?.at }) };
}

type StepProps = { label: string; isOff: boolean; onStep: () => void; children: ReactNode };

function Step({ label, isOff, onStep, children }: StepProps) {
  return (
    <Button
      size="icon"
      tone="quiet"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      className="shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      onClick={() => {
        if (!isOff) onStep();
      }}
    >
      {children}
    </Button>
  );
}

/** Copies the page's address, which contains the shown instant. */
function CopyLink() {
  const text = useText("catalysts");
  return (
    <Button
      onClick={() => void copyText(window.location.href, text("linkCopied"))}
      className="pointer-coarse:min-h-11"
    >
      <Link2 size={14} aria-hidden />
      {text("copyLink")}
    </Button>
  );
}

function useStopText(): (stop: SliderStop | undefined, at: string) => string {
  const text = useText("catalysts");
  const instant = useInstant();
  const reason = (one: StopReason): string => {
    if (one.kind === "evidence") {
      return text("stop_evidence", { publisher: isolated(one.publisher) });
    }
    if (one.kind === "verdict") {
      const verdict = text(`verdict_${one.verdict}`);
      return text("stop_verdict", { verdict, market: isolated(one.market) });
    }
    return text(`stop_${one.kind}`);
  };
  return (stop, at) => {
    if (stop === undefined) return "";
    const [first, ...more] = stop.reasons.toReversed();
    const what = first === undefined ? "" : reason(first);
    return text("instant", {
      time: isolated(instant(at)),
      what: more.length === 0 ? what : text("stop_more", { what, count: more.length }),
    });
  };
}

/** Day and time with seconds, in the reader's zone. */
export function useInstant(): (at: string) => string {
  const { dayAndTime } = useFormat();
  return (at) => dayAndTime(Date.parse(at));
}
