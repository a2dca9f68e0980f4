"use client";

import { type LucideIcon, Minus, TrendingDown, TrendingUp } from "lucide-react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import type {
  CatalystStatus,
  CatalystType,
  MoveVerdict,
  SentimentDirection,
} from "#lib/protocol/market-knowledge.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { TYPE_ICONS } from "./type-icons.ts";

export function TypeLabel({ type }: { type: CatalystType }) {
  const text = useText("catalysts");
  const Icon = TYPE_ICONS[type];
  return (
    <span data-type={type} className="inline-flex items-center gap-1 font-medium text-ink-muted">
      <Icon size={14} aria-hidden className="shrink-0" />
      {text(`type_${type}`)}
    </span>
  );
}

/** A confirmed catalyst has no label, because that is the usual case. */
export function StatusChip({ status }: { status: CatalystStatus }) {
  const text = useText("catalysts");
  if (status === "confirmed") return null;
  return (
    <span data-status={status}>
      <Chip tone="warn" title={text(`status_${status}_help`)}>
        {text(`status_${status}`)}
      </Chip>
    </span>
  );
}

/** Marks data from the sandbox. */
export function SimulatedChip() {
  const text = useText("catalysts");
  return <Chip tone="warn">{text("simulated")}</Chip>;
}

const SENTIMENTS: Readonly<Record<SentimentDirection, { Icon: LucideIcon; tone: string }>> = {
  negative: { Icon: TrendingDown, tone: "text-down" },
  neutral: { Icon: Minus, tone: "text-ink-muted" },
  positive: { Icon: TrendingUp, tone: "text-up" },
};

export function SentimentLabel({ sentiment }: Pick<Catalyst, "sentiment">) {
  const text = useText("catalysts");
  const share = useShare();
  const { direction, confidence } = sentiment;
  const { Icon, tone } = SENTIMENTS[direction];
  return (
    <span data-sentiment={direction} className="inline-flex items-center gap-1">
      <Icon size={14} aria-hidden className={cn("shrink-0", tone)} />
      <span className="sr-only">{text("sentiment")}: </span>
      <span className={tone}>{text(`sentiment_${direction}`)}</span>
      <span className="text-2xs text-ink-muted">
        {text("confidence", { share: share(confidence) })}
      </span>
    </span>
  );
}

const VERDICT_TONES = {
  pending: "neutral",
  attributed: "accent",
  possible: "neutral",
  mechanical: "neutral",
  unexplained: "warn",
} as const satisfies Record<MoveVerdict, string>;

export function VerdictChip({ verdict }: { verdict: MoveVerdict }) {
  const text = useText("catalysts");
  return (
    <span data-verdict={verdict}>
      <Chip tone={VERDICT_TONES[verdict]} title={text(`verdict_${verdict}_help`)}>
        {text(`verdict_${verdict}`)}
      </Chip>
    </span>
  );
}

/** Symbols are written from left to right in every language. */
export function Assets({ assets }: { assets: readonly string[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {assets.map((asset) => (
        <bdi key={asset} dir="ltr" className="rounded bg-hover px-1 text-2xs font-medium">
          {asset}
        </bdi>
      ))}
    </span>
  );
}

/** A probability or a share as a percentage without decimals. */
export function useShare(): (share: number) => string {
  const { ratio } = useFormat();
  return (share) => ratio(share.toFixed(4), 0);
}
