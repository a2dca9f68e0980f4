"use client";

import { SimulatedChip } from "#components/catalysts/parts/labels.tsx";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { useCatalystText } from "#components/catalysts/texts.tsx";
import type { Repeated } from "#components/data/use-repeated-read.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { NewsSourceState } from "#lib/protocol/enumerations.ts";
import type { NewsSources } from "#lib/protocol/wire/catalysts.ts";

type Source = NewsSources["results"][number];

const TONES = {
  fresh: "good",
  silent: "neutral",
  failing: "bad",
  waiting: "neutral",
} as const satisfies Record<NewsSourceState, string>;

/** From where news is read, and how old each source is. */
export function SourceList({ read }: { read: Repeated<NewsSources> }) {
  const text = useCatalystText();
  return (
    <Section title={text("sources")}>
      <p className="mb-3 text-xs text-ink-muted">{text("sourcesHint")}</p>
      <ReadState resource={pageRead(read)} label={text("loading")}>
        {({ results }) => (
          <>
            {feedsOf(results).length > 0 && feedsOf(results).every(isMute) ? (
              <output className="mb-3 rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn">
                {text("noneAnswers")}
              </output>
            ) : null}
            {feedsOf(results).length === 0 ? (
              <EmptyState title={text("noSources")}>{text("noSourcesDetail")}</EmptyState>
            ) : null}
            <ul className="divide-y divide-line">
              {results.map((source) => (
                <Row key={`${source.name} ${source.publisher}`} source={source} />
              ))}
            </ul>
          </>
        )}
      </ReadState>
    </Section>
  );
}

/** What the service measures itself is no news from outside. */
function feedsOf(sources: readonly Source[]): Source[] {
  return sources.filter(({ name }) => name !== "venue" && name !== "chain");
}

function isMute({ state }: Source): boolean {
  return state === "failing" || state === "waiting";
}

function Row({ source }: { source: Source }) {
  const text = useCatalystText();
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
          <bdi dir="ltr">{publisher}</bdi>
        </p>
      )}
      <dl className="mt-1 grid grid-cols-2 gap-x-3">
        <Fact label={text("lastRead")}>
          <When at={source.last_read_at} />
        </Fact>
        <Fact label={text("lastItem")}>
          <When at={source.last_item_at} />
        </Fact>
      </dl>
      <p className="mt-1 text-2xs text-ink-muted">
        {text("itemsPerDay", { count: source.items_per_day })}
      </p>
      {error === null ? null : (
        <p className="mt-1 text-2xs text-bad">
          {text(`sourceError_${error}`, { status: source.http_status ?? "" })}
        </p>
      )}
    </li>
  );
}

function When({ at }: { at: string | null }) {
  const text = useCatalystText();
  return at === null ? text("never") : <Ago at={at} />;
}
