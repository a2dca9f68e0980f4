"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { SourceList } from "./source-list.tsx";
import { useSources } from "./use-sources.ts";

/** The news sources and when each last answered. */
export function NewsSources() {
  const text = useText("catalysts");
  return (
    <SourceList
      read={useSources()}
      text={text}
      // The list shows news from outside; the service also measures markets itself.
      isConfigured={({ name }) => name !== "venue" && name !== "chain"}
    >
      {(source) => (
        <>
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
        </>
      )}
    </SourceList>
  );
}

function When({ at }: { at: string | null }) {
  const text = useText("catalysts");
  return at === null ? text("never") : <Ago at={at} />;
}
