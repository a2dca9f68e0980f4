"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { useShare } from "./labels.tsx";
import { MagnitudeBars } from "./magnitude-bars.tsx";

type MagnitudeProps = Pick<Catalyst, "magnitude" | "magnitude_parts">;

/** Ordered by weight. */
export const MAGNITUDE_PARTS = [
  "authority",
  "market_cap",
  "social_velocity",
  "onchain_anomaly",
] as const;

/** The bars, with their meaning for screen readers. */
export function MagnitudePicture({ magnitude }: Pick<MagnitudeProps, "magnitude">) {
  const text = useText("catalysts");
  return (
    <span data-magnitude={magnitude} className="inline-flex">
      <span className="sr-only">{text("magnitudeOf", { magnitude })}</span>
      <MagnitudeBars magnitude={magnitude} />
    </span>
  );
}

/** The bars. A pointer, a finger or the keyboard opens their parts. */
export function Magnitude({ magnitude, magnitude_parts: parts }: MagnitudeProps) {
  const text = useText("catalysts");
  const share = useShare();
  const lines = MAGNITUDE_PARTS.map((name) => {
    const part = parts[name];
    return `${text(`part_${name}`)}: ${part === null ? text("notKnown") : share(part)}`;
  });
  return (
    <Tooltip
      align="start"
      text={lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    >
      {(describedBy) => (
        <button
          type="button"
          aria-describedby={describedBy}
          className="inline-flex cursor-help items-center justify-center rounded p-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <MagnitudePicture magnitude={magnitude} />
        </button>
      )}
    </Tooltip>
  );
}

/** The parts as bars with their figures. */
export function MagnitudeParts({ parts }: { parts: Catalyst["magnitude_parts"] }) {
  const text = useText("catalysts");
  const share = useShare();
  return (
    <dl className="grid gap-2">
      {MAGNITUDE_PARTS.map((name) => {
        const part = parts[name];
        return (
          <div key={name} data-part={name} className="grid grid-cols-[1fr_auto] gap-x-3 text-xs">
            <dt className="text-ink-muted">{text(`part_${name}`)}</dt>
            <dd>{part === null ? text("notKnown") : share(part)}</dd>
            <dd aria-hidden className="col-span-2 mt-0.5 h-1.5 overflow-hidden rounded bg-hover">
              <span
                className="block h-full bg-accent-strong"
                style={{ width: `${(100 * (part ?? 0)).toString()}%` }}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
