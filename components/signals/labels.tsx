"use client";

import { TrendingDown, TrendingUp } from "lucide-react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { SignalState } from "#lib/protocol/market-knowledge.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";

export function DirectionLabel({ direction }: Pick<Signal, "direction">) {
  const text = useText("signals");
  const isLong = direction === "long";
  const Icon = isLong ? TrendingUp : TrendingDown;
  return (
    <span
      data-direction={direction}
      className={cn(
        "inline-flex items-center gap-1 font-semibold",
        isLong ? "text-up" : "text-down",
      )}
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      {text(direction)}
    </span>
  );
}

export function ShadowChip() {
  const text = useText("signals");
  return (
    <span data-shadow>
      <Chip title={text("shadowHelp")}>{text("shadow")}</Chip>
    </span>
  );
}

export function SimulatedChip() {
  const text = useText("signals");
  return (
    <Chip tone="warn" title={text("simulatedHelp")}>
      {text("simulated")}
    </Chip>
  );
}

const STATE_TONES = {
  active: "accent",
  invalidated: "bad",
  reached: "good",
  expired: "neutral",
} as const satisfies Record<SignalState, string>;

export function StateChip({ state }: { state: SignalState }) {
  const text = useText("signals");
  return (
    <span data-state={state}>
      <Chip tone={STATE_TONES[state]}>{text(`state_${state}`)}</Chip>
    </span>
  );
}

/** A result in units of risk, with its sign: "+1.20 R". */
export function useRisk(): (result: number) => string {
  const text = useText("signals");
  const { signedFigure } = useFormat();
  return (result) => text("inRisk", { figure: signedFigure(result.toFixed(4), 2) });
}

/** A probability or a share as a percentage without decimals. */
export function useShare(): (share: number) => string {
  const { ratio } = useFormat();
  return (share) => ratio(share.toFixed(4), 0);
}
