"use client";

import type { ReactNode } from "react";
import { useSearch } from "#components/catalysts/known/use-search.ts";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import type { AssetMarket } from "#components/catalysts/pictures/asset-market.ts";
import { NewsSources } from "#components/catalysts/sources/news-sources.tsx";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { CatalystRows } from "./catalyst-rows.tsx";
import { DayTimeline } from "./day-timeline.tsx";
import { type CatalystFilter, formatFilter, parseFilter } from "./filter-address.ts";
import { CatalystFilterBar } from "./filter-bar.tsx";
import { KnownUpTo } from "./known-up-to.tsx";
import type { ListState } from "./list-rows.ts";
import { useCatalysts } from "./use-catalysts.ts";

type CatalystsPageProps = {
  /** Their assets are always offered by the filter. Empty when the venue could not be read. */
  markets: readonly AssetMarket[];
  /** Above the list. */
  highlights?: ReactNode;
};

/** Public: catalysts, newest first, and the sources of news. */
export function CatalystsPage({ markets, highlights }: CatalystsPageProps) {
  const text = useText("catalysts");
  const [search, setSearch] = useSearch();
  const filter = parseFilter(search);
  const catalysts = useCatalysts(filter);
  const { list, read } = catalysts;
  const known = list && read.data && { rows: list.rows, at: read.data.known_at };
  return (
    <SettingsPage title={text("title")} intro={text("intro")} isPublic isWide>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_20rem]">
        {highlights === undefined ? null : <div className="lg:col-span-2">{highlights}</div>}
        <div className="min-w-0 empty:hidden lg:col-span-2">
          <DayTimeline known={known} asset={filter.asset} markets={markets} />
        </div>
        <List
          filter={filter}
          catalysts={catalysts}
          assets={markets.map(({ asset }) => asset)}
          onFilter={(next) => setSearch(formatFilter(next))}
        />
        <NewsSources />
      </div>
    </SettingsPage>
  );
}

type ListProps = {
  filter: CatalystFilter;
  catalysts: ReturnType<typeof useCatalysts>;
  assets: readonly string[];
  onFilter: (filter: CatalystFilter) => void;
};

function List({ filter, catalysts, assets, onFilter }: ListProps) {
  const text = useText("catalysts");
  const { list, read, older, showWaiting } = catalysts;
  const offered = [...assets, ...(list?.rows.flatMap((row) => row.assets) ?? [])];
  return (
    <Section
      title={text("list")}
      note={read.data === undefined ? null : <KnownUpTo at={read.data.known_at} />}
    >
      <CatalystFilterBar filter={filter} assets={offered} onChange={onFilter} />
      <div className="mt-4">
        <ReadState resource={pageRead({ ...read, data: list })} label={text("loading")}>
          {(shown) => (
            <>
              <Waiting count={shown.waiting.length} onShow={showWaiting} />
              {shown.rows.length === 0 ? (
                <Empty filter={filter} onFilter={onFilter} />
              ) : (
                <CatalystRows rows={shown.rows} />
              )}
              <Older list={shown} onLoad={() => void older.run()} isLoading={older.pending} />
              <ActionFailure error={older.error} />
            </>
          )}
        </ReadState>
      </div>
    </Section>
  );
}

/** Says that there are new catalysts; the list changes only when the reader presses it. */
function Waiting({ count, onShow }: { count: number; onShow: () => void }) {
  const text = useText("catalysts");
  return (
    <output data-waiting={count}>
      {count === 0 ? null : (
        <Button size="md" tone="primary" className="mb-3 w-full" onClick={onShow}>
          {text("showNew", { count })}
        </Button>
      )}
    </output>
  );
}

function Empty({ filter, onFilter }: Pick<ListProps, "filter" | "onFilter">) {
  const text = useText("catalysts");
  if (formatFilter(filter) === "") {
    return <EmptyState title={text("empty")}>{text("emptyDetail")}</EmptyState>;
  }
  return (
    <EmptyState title={text("emptyFiltered")}>
      <p>{text("emptyFilteredDetail")}</p>
      <Button size="md" className="mt-3" onClick={() => onFilter(parseFilter(""))}>
        {text("clearFilters")}
      </Button>
    </EmptyState>
  );
}

type OlderProps = { list: ListState; onLoad: () => void; isLoading: boolean };

function Older({ list, onLoad, isLoading }: OlderProps) {
  const text = useText("catalysts");
  if (list.next === null) return null;
  return (
    <Button size="md" className="mt-3" aria-disabled={isLoading} onClick={onLoad}>
      {text("older")}
    </Button>
  );
}
