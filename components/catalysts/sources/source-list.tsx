"use client";

import type { ReactNode } from "react";
import { SimulatedChip } from "#components/catalysts/parts/labels.tsx";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import type { Repeated } from "#components/data/use-repeated-read.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { NewsSourceState } from "#lib/protocol/market-knowledge.ts";
import type { CalendarSources } from "#lib/protocol/wire/calendar.ts";

/** The fields that news sources and calendar sources share. */
type Source = Omit<CalendarSources["results"][number], "left_out">;

/** Texts that each of the two pages has in its own words. */
type SourceText = (
  key:
    | "sources"
    | "sourcesHint"
    | "loading"
    | "noSources"
    | "noSourcesDetail"
    | "noneAnswers"
    | `source_${NewsSourceState}`
    | `source_${Exclude<NewsSourceState, "fresh">}_help`,
) => string;

const TONES = {
  fresh: "good",
  silent: "neutral",
  failing: "bad",
  waiting: "neutral",
} as const satisfies Record<NewsSourceState, string>;

type SourceListProps<One extends Source> = {
  read: Repeated<{ results: readonly One[] }>;
  text: SourceText;
  /** By default every source is one that the operator configured. */
  isConfigured?: (source: One) => boolean;
  /** When it last answered, and how much it brings. */
  children: (source: One) => ReactNode;
};

/** The sources of a page and when each last answered. */
export function SourceList<One extends Source>(props: SourceListProps<One>) {
  const { read, text, isConfigured = () => true, children } = props;
  return (
    <Section title={text("sources")}>
      <p className="mb-3 text-xs text-ink-muted">{text("sourcesHint")}</p>
      <ReadState resource={pageRead(read)} label={text("loading")}>
        {({ results }) => (
          <>
            <Notice sources={results.filter(isConfigured)} text={text} />
            {results.length === 0 ? null : (
              <ul className="divide-y divide-line">
                {results.map((source) => (
                  <Row key={`${source.name} ${source.publisher}`} source={source} text={text}>
                    {children(source)}
                  </Row>
                ))}
              </ul>
            )}
          </>
        )}
      </ReadState>
    </Section>
  );
}

/** Shown when no source is configured, or when none answers. */
function Notice({ sources, text }: { sources: readonly Source[]; text: SourceText }) {
  if (sources.length === 0)
    return <EmptyState title={text("noSources")}>{text("noSourcesDetail")}</EmptyState>;
  if (!sources.every(({ state }) => state === "failing" || state === "waiting")) return null;
  return (
    <output className="mb-3 block rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn">
      {text("noneAnswers")}
    </output>
  );
}

function Row({
  source,
  text,
  children,
}: {
  source: Source;
  text: SourceText;
  children: ReactNode;
}) {
  const errorText = useText("catalysts");
  const { name, publisher, state, simulated, error } = source;
  return (
    <li data-source={state} className="py-2.5 text-xs">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-medium">{name}</bdi>
        <Chip
          tone={TONES[state]}
          {...(state === "fresh" ? {} : { title: text(`source_${state}_help`) })}
        >
          {text(`source_${state}`)}
        </Chip>
        {simulated ? <SimulatedChip /> : null}
      </div>
      {publisher === name ? null : (
        <p className="mt-0.5 text-2xs break-all text-ink-muted">
          <bdi dir="ltr" translate="no">
            {publisher}
          </bdi>
        </p>
      )}
      {children}
      {error === null ? null : (
        <p className="mt-1 text-2xs text-bad">
          {errorText(`sourceError_${error}`, { status: source.http_status ?? "" })}
        </p>
      )}
    </li>
  );
}
