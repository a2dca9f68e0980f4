import { Pin } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { MagnitudeBars } from "#components/catalysts/parts/magnitude-bars.tsx";
import { TYPE_ICONS } from "#components/catalysts/parts/type-icons.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { cn } from "#components/ui/class-names.ts";
import type { Highlight } from "#lib/protocol/wire/highlights.ts";

export type CardProps = {
  card: Highlight;
  isPinned: boolean;
  text: FeatureText<"highlights">;
  age: ReactNode;
  menu: ReactNode;
  className?: string;
};

const TONES = { negative: "text-down", neutral: "text-ink-muted", positive: "text-up" } as const;

/**
 * The event in the service's words, and below it the source's headline. Server and browser render
 * the same.
 */
export function HighlightCard({ card, isPinned, text, age, menu, className }: CardProps) {
  const { catalyst_id: id, type, direction, magnitude } = card;
  const Icon = TYPE_ICONS[type];
  return (
    <li
      data-highlight={id}
      data-type={type}
      data-pinned={isPinned}
      className={cn("flex min-w-0 shrink-0 items-stretch", className)}
    >
      <Link
        id={`highlight-${id}`}
        href={`/catalysts/${id}`}
        prefetch={false}
        className="grid min-w-0 flex-1 content-center gap-y-0.5 rounded px-2 outline-offset-[-2px] hover:bg-hover"
      >
        <span className="flex min-w-0 items-center gap-1.5 text-xs font-medium">
          <Icon size={14} aria-hidden className={cn("shrink-0", TONES[direction])} />
          <span className="sr-only">{text(`type_${type}`)}: </span>
          <span className="truncate">{card.text}</span>
          <span className="sr-only">{text("magnitudeOf", { magnitude })}</span>
          <MagnitudeBars magnitude={magnitude} />
          {isPinned ? (
            <>
              <Pin size={12} aria-hidden className="shrink-0 text-accent" />
              <span className="sr-only">{text("pinned")}</span>
            </>
          ) : null}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-2xs text-ink-muted">
          <bdi className="truncate">{card.headline}</bdi>
          <span className="shrink-0">
            <span className="sr-only">{text("firstSeen")}: </span>
            {age}
          </span>
          {card.simulated ? <span className="shrink-0 text-warn">{text("simulated")}</span> : null}
        </span>
      </Link>
      {menu}
    </li>
  );
}
