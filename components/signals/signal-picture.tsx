"use client";

import { ArrowDown, ArrowUp, Check, Clock, type LucideIcon, X } from "lucide-react";
import { PriceFigure } from "#components/catalysts/pictures/price-figure.tsx";
import type { PictureLevel } from "#components/catalysts/pictures/price-picture.tsx";
import { useMarkBars } from "#components/catalysts/pictures/use-mark-bars.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { WhenNear } from "#components/ui/when-near.tsx";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { SignalState } from "#lib/protocol/market-knowledge.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";
import { useRisk } from "./labels.tsx";

const POLL_MS = 15_000;
/** The share of a signal's life that is shown before it. */
const LEAD = 0.25;

/** A signal over the price: its levels, where it began and how it ended. Read when it comes near the screen. */
export function SignalPicture({ signal }: { signal: Signal }) {
  return (
    <WhenNear className="h-44" comesAnyway>
      <Picture signal={signal} />
    </WhenNear>
  );
}

function Picture({ signal }: { signal: Signal }) {
  const text = useText("signals");
  const also = useOutcomeText();
  const { market, direction, entry, outcome, state } = signal;
  const begin = Date.parse(signal.priced_at);
  const times = {
    from: begin - signal.horizon * MINUTE_MS * LEAD,
    to: Date.parse(signal.expires_at),
  };
  const read = useMarkBars(market, times, state === "active" ? POLL_MS : undefined);
  const level = (key: "target" | "entry" | "invalidation", tone: PictureLevel["tone"]) => ({
    key,
    price: signal[key],
    name: text(key),
    tone,
  });
  const ended = outcome && { at: Date.parse(outcome.ended_at), price: outcome.close };
  return (
    <PriceFigure
      market={market}
      read={read}
      times={times}
      until={times.to}
      levels={[level("target", "up"), level("entry", "ink"), level("invalidation", "down")]}
      bands={[{ key: signal.id, tone: "ink", span: { from: begin, to: ended?.at ?? times.to } }]}
      also={also(signal)}
      marks={(place) => (
        <>
          <Dot
            name="begin"
            at={place(begin, entry)}
            Icon={direction === "long" ? ArrowUp : ArrowDown}
            tone="border-ink-muted text-ink"
          />
          {ended === null || state === "active" ? null : (
            <Dot name={state} at={place(ended.at, ended.price)} {...ENDS[state]} />
          )}
        </>
      )}
    />
  );
}

const ENDS = {
  reached: { Icon: Check, tone: "border-up text-up" },
  invalidated: { Icon: X, tone: "border-down text-down" },
  expired: { Icon: Clock, tone: "border-ink-muted text-ink-muted" },
} as const satisfies Record<Exclude<SignalState, "active">, { Icon: LucideIcon; tone: string }>;

type DotProps = {
  name: string;
  at: { left: string; top: string };
  Icon: LucideIcon;
  tone: string;
};

function Dot({ name, at, Icon, tone }: DotProps) {
  return (
    <span
      aria-hidden
      data-dot={name}
      style={at}
      className={cn(
        "absolute flex size-5 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border bg-surface",
        tone,
      )}
    >
      <Icon size={12} />
    </span>
  );
}

/** The levels and the end of a signal, for those who do not see the picture. */
function useOutcomeText(): (signal: Signal) => string {
  const text = useText("signals");
  const { grouped, dayAndTime } = useFormat();
  const risk = useRisk();
  const price = (value: string) => isolated(grouped(value));
  return ({ entry, target, invalidation, state, outcome }) => {
    const levels = text("pictureLevels", {
      entry: price(entry),
      target: price(target),
      invalidation: price(invalidation),
    });
    if (outcome === null) return levels;
    const end = text("pictureEnd", {
      state: text(`state_${state}`),
      time: isolated(dayAndTime(Date.parse(outcome.ended_at))),
      close: price(outcome.close),
      result: isolated(risk(outcome.result)),
    });
    return `${levels} ${end}`;
  };
}
