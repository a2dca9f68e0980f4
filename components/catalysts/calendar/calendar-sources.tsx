"use client";

import { SimulatedChip } from "#components/catalysts/parts/labels.tsx";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { useCatalystText } from "#components/catalysts/texts.tsx";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { NewsSourceState } from "#lib/protocol/enumerations.ts";
import type { CalendarSources as Sources } from "#lib/protocol/wire/calendar.ts";
import { useCalendarText } from "./texts.tsx";
import { useCalendarSources } from "./use-calendar.ts";

type Source = Sources["results"][number];

const TONES = {
  fresh: "good",
  silent: "neutral",
  failing: "bad",
  waiting: "neutral",
} as const satisfies Record<NewsSourceState, string>;

/** From where the calendar is read, and how old each source is. */
export function CalendarSources() {
  const text = useCalendarText();
  const read = useCalendarSources();
  return (
    <Section title={text("sources")}>
      <p className="mb-3 text-xs text-ink-muted">{text("sourcesHint")}</p>
      <ReadState resource={pageRead(read)} label={text("loading")}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title={text("noSources")}>{text("noSourcesDetail")}</EmptyState>
          ) : (
            <>
              {results.every(({ state }) => state === "failing" || state === "waiting") ? (
                <output className="mb-3 block rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn">
                  {text("noneAnswers")}
                </output>
              ) : null}
              <ul className="divide-y divide-line">
                {results.map((source) => (
                  <Row key={source.name} source={source} />
                ))}
              </ul>
            </>
          )
        }
      </ReadState>
    </Section>
  );
}

function Row({ source }: { source: Source }) {
  const text = useCalendarText();
  const sources = useCatalystText();
  const { name, publisher, state, simulated, error, last_read_at: read } = source;
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
          <bdi dir="ltr">{publisher}</bdi>
        </p>
      )}
      <p className="mt-1 text-2xs text-ink-muted">
        {text("lastRead")}: {read === null ? text("never") : <Ago at={read} />}
      </p>
      {error === null ? null : (
        <p className="mt-1 text-2xs text-bad">
          {sources(`sourceError_${error}`, { status: source.http_status ?? "" })}
        </p>
      )}
    </li>
  );
}
