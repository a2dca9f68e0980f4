"use client";

import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { SentimentLabel } from "#components/catalysts/parts/labels.tsx";
import { MagnitudePicture } from "#components/catalysts/parts/magnitude.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Section } from "#components/ui/section.tsx";
import type { CatalystRevision } from "#lib/protocol/wire/catalysts.ts";
import { HEIGHT, sentimentLine, WIDTH } from "./sentiment-picture.ts";

type SentimentOverTimeProps = { revisions: readonly CatalystRevision[] };

/** The sentiment over time as a chart and, on demand, as a list of revisions. */
export function SentimentOverTime({ revisions }: SentimentOverTimeProps) {
  const text = useText("catalysts");
  const [first] = revisions;
  const last = revisions.at(-1);
  if (first === undefined || last === undefined) return null;
  const label = (one: CatalystRevision) => text(`sentiment_${one.sentiment.direction}`);
  const name = text("sentimentPicture", {
    first: label(first),
    last: label(last),
    count: revisions.length,
  });
  return (
    <Section title={text("sentimentOverTime")} note={<SentimentLabel sentiment={last.sentiment} />}>
      <div dir="ltr">
        <svg
          role="img"
          aria-label={name}
          viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
          preserveAspectRatio="none"
          className="h-18 w-full"
        >
          <line
            x1="0"
            x2={WIDTH}
            y1={HEIGHT / 2}
            y2={HEIGHT / 2}
            stroke="var(--line-strong)"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
          <polyline
            points={sentimentLine(revisions)}
            fill="none"
            stroke="var(--accent)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <details className="mt-2 text-xs">
        <summary className="cursor-pointer text-ink-muted hover:text-ink pointer-coarse:py-4">
          {text("revisions", { count: revisions.length })}
        </summary>
        <ol className="mt-1 max-h-80 divide-y divide-line overflow-y-auto">
          {revisions.toReversed().map((one) => (
            <Revision key={one.revision} revision={one} />
          ))}
        </ol>
      </details>
    </Section>
  );
}

function Revision({ revision }: { revision: CatalystRevision }) {
  const text = useText("catalysts");
  const instant = useInstant();
  return (
    <li data-revision={revision.revision} className="flex flex-wrap items-center gap-x-3 py-1.5">
      <span className="font-medium">{text("revision", { number: revision.revision })}</span>
      <span className="text-ink-muted">{text(`kind_${revision.kind}`)}</span>
      <MagnitudePicture magnitude={revision.magnitude} />
      <SentimentLabel sentiment={revision.sentiment} />
      <span className="ms-auto text-2xs text-ink-muted">
        <bdi>{instant(revision.recorded_at)}</bdi>
      </span>
    </li>
  );
}
