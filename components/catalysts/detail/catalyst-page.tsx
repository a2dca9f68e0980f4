"use client";

import Link from "next/link";
import { useMemo } from "react";
import { KnownSlider, useInstant } from "#components/catalysts/known/known-slider.tsx";
import { PastNotice } from "#components/catalysts/known/past-notice.tsx";
import { stopsOfCatalyst } from "#components/catalysts/known/stops.ts";
import { useKnown } from "#components/catalysts/known/use-known.ts";
import { useKnownAt } from "#components/catalysts/known/use-search.ts";
import {
  Assets,
  SentimentLabel,
  SimulatedChip,
  StatusChip,
  TypeLabel,
} from "#components/catalysts/parts/labels.tsx";
import { MagnitudeParts, MagnitudePicture } from "#components/catalysts/parts/magnitude.tsx";
import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { ToList } from "#components/catalysts/parts/to-list.tsx";
import type { AssetMarket } from "#components/catalysts/pictures/asset-market.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Fact } from "#components/ui/fact.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { Catalyst, KnownCatalystRecord, KnownMove } from "#lib/protocol/wire/catalysts.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { MoveList, MovesBefore } from "./move-list.tsx";
import { PriceAround } from "./price-around.tsx";
import { SentimentOverTime } from "./sentiment-over-time.tsx";
import { useExplainedMoves } from "./use-explained-moves.ts";

type CatalystPageProps = {
  id: string;
  /** Empty when the venue could not be read. */
  markets: readonly AssetMarket[];
};

/**
 * Public: what happened, its evidence, the moves that it may explain, and how the service's
 * knowledge grew.
 */
export function CatalystPage({ id, markets }: CatalystPageProps) {
  const text = useText("catalysts");
  const now = useKnown<KnownCatalystRecord>(recordUrl(id), undefined);
  const { said } = now;
  return (
    <SettingsPage title={text("catalyst")} isPublic isWide actions={<ToList />}>
      {said?.is === "unknown" ? (
        <EmptyState title={text("notFound")}>{text("notFoundDetail")}</EmptyState>
      ) : (
        <ReadState resource={pageRead({ ...now, data: said?.body })} label={text("loading")}>
          {(record) => <Record now={record} markets={markets} />}
        </ReadState>
      )}
    </SettingsPage>
  );
}

function recordUrl(id: string): string {
  return `/api/public/catalysts/${encodeURIComponent(id)}`;
}

type RecordProps = Pick<CatalystPageProps, "markets"> & { now: KnownCatalystRecord };

function Record({ now, markets }: RecordProps) {
  const [at, setAt] = useKnownAt();
  const explained = useExplainedMoves(now);
  const stops = useMemo(() => stopsOfCatalyst(now, explained), [now, explained]);
  return (
    <div className="flex flex-col gap-4">
      <PastNotice at={at} onNow={() => setAt(undefined)} />
      <KnownSlider stops={stops} at={at} onChange={setAt} />
      {at === undefined ? (
        <Said record={now} at={at} markets={markets} />
      ) : (
        <Then now={now} explained={explained} at={at} markets={markets} />
      )}
    </div>
  );
}

type ThenProps = RecordProps & { explained: readonly KnownMove[]; at: string };

function Then({ now, explained, at, markets }: ThenProps) {
  const text = useText("catalysts");
  const instant = useInstant();
  const { id, first_seen_at: seen } = now.event;
  // The service knew nothing of the catalyst at that time, so the page sends no request.
  const [first] = now.revisions;
  const knownSince = first?.revision === 1 ? first.recorded_at : seen;
  const isBefore = Date.parse(at) < Date.parse(knownSince);
  const then = useKnown<KnownCatalystRecord>(isBefore ? undefined : recordUrl(id), at);
  const { said, isOld } = then;
  if (isBefore || said?.is === "unknown") {
    return (
      <>
        <div data-record="unknown">
          <EmptyState title={text("notKnownYet")}>
            {text("notKnownYetDetail", { time: isolated(instant(seen)) })}
          </EmptyState>
        </div>
        <MovesBefore moves={explained} own={id} at={at} />
      </>
    );
  }
  return (
    <ReadState resource={pageRead({ ...then, data: said?.body })} label={text("loading")}>
      {(record) => (
        <div aria-busy={isOld} className={cn(isOld && "opacity-60")}>
          <Said record={record} at={at} markets={markets} />
        </div>
      )}
    </ReadState>
  );
}

type SaidProps = Pick<CatalystPageProps, "markets"> & {
  record: KnownCatalystRecord;
  at: string | undefined;
};

function Said({ record, at, markets }: SaidProps) {
  const { event, revisions, evidence, moves } = record;
  return (
    <div data-record={event.revision} className="flex flex-col gap-4">
      <Head event={event} />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <PriceAround record={record} markets={markets} />
          <MoveList moves={moves} own={event.id} at={at} />
          <EvidenceList evidence={evidence} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Parts event={event} />
          <SentimentOverTime revisions={revisions} />
        </div>
      </div>
    </div>
  );
}

function Head({ event }: { event: Catalyst }) {
  const text = useText("catalysts");
  const instant = useInstant();
  const { headline, summary, related_assets: related, merged_into: merged, follows } = event;
  return (
    <div className="rounded-md border bg-surface p-4">
      {merged === null ? null : (
        <Leads message={text("mergedInto")} link={text("toMerged")} to={merged} />
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <TypeLabel type={event.type} />
        <Assets assets={event.assets} />
        <StatusChip status={event.status} />
        {event.simulated ? <SimulatedChip /> : null}
      </p>
      <h2 dir="auto" className="mt-2 text-lg font-semibold break-words">
        {headline}
      </h2>
      {summary === "" ? null : (
        <p dir="auto" className="mt-1 max-w-3xl break-words text-ink-muted">
          {summary}
        </p>
      )}
      {event.status === "unconfirmed" || event.status === "disputed" ? (
        <p className="mt-2 text-warn">{text(`status_${event.status}_help`)}</p>
      ) : null}
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-xs">
        <Fact label={text("magnitude")}>
          <MagnitudePicture magnitude={event.magnitude} />
        </Fact>
        <Fact label={text("sentiment")}>
          <SentimentLabel sentiment={event.sentiment} />
        </Fact>
        <Fact label={text("firstSeen")}>
          <bdi>{instant(event.first_seen_at)}</bdi>
        </Fact>
        <Fact label={text("sources")}>{text("sourceCount", { count: event.sources.length })}</Fact>
        {related.length === 0 ? null : (
          <Fact label={text("relatedAssets")}>
            <Assets assets={related} />
          </Fact>
        )}
      </dl>
      {follows === null ? null : (
        <Leads message={text("follows")} link={text("toFollowed")} to={follows} />
      )}
    </div>
  );
}

function Leads({ message, link, to }: { message: string; link: string; to: string }) {
  return (
    <p className="my-2 flex flex-wrap items-center gap-x-2">
      {message}{" "}
      <Link
        href={`/catalysts/${to}`}
        className="text-accent underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        {link}
      </Link>
    </p>
  );
}

function Parts({ event }: { event: Catalyst }) {
  const text = useText("catalysts");
  return (
    <Section title={text("parts")}>
      <MagnitudeParts parts={event.magnitude_parts} />
      <p className="mt-3 text-2xs text-ink-muted">{text("magnitudeHint")}</p>
    </Section>
  );
}
