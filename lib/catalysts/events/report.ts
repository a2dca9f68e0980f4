/** A news item as the engine reads it. Times are Unix milliseconds. */
import type { NewsAsset, NewsDetails, newsItems } from "#lib/platform/db/schema/news.ts";
import type { CatalystType, NewsRole, SentimentDirection } from "#lib/protocol/enumerations.ts";
import { EVENT_PARAMETERS } from "./parameters.ts";

export type Report = {
  id: string;
  /** Name of the source that brought it. */
  source: string;
  version: number;
  seq: number;
  url: string;
  publisher: string;
  simulated: boolean;
  headline: string;
  summary: string;
  /** As the source claims. */
  publishedAt: number | null;
  recordedAt: number;
  role: NewsRole;
  type: CatalystType | null;
  direction: SentimentDirection;
  directionScore: number;
  authority: number;
  assets: readonly NewsAsset[];
  details: NewsDetails;
  voiceId: string;
  storyId: string;
};

export function reportOf(row: typeof newsItems.$inferSelect): Report {
  return {
    id: row.id,
    source: row.source,
    version: row.version,
    seq: row.seq,
    url: row.url,
    publisher: row.publisher,
    simulated: row.simulated,
    headline: row.headline,
    summary: row.summary,
    publishedAt: row.publishedAt?.getTime() ?? null,
    recordedAt: row.recordedAt.getTime(),
    role: row.role,
    type: row.type,
    direction: row.direction,
    directionScore: row.directionScore,
    authority: row.authority,
    assets: row.assets,
    details: row.details,
    voiceId: row.voiceId,
    storyId: row.storyId,
  };
}

/** Feeds bring their past at the first read. An item that calls itself old gains nothing by it. */
export function isHistory({ publishedAt, recordedAt }: Report): boolean {
  return publishedAt !== null && recordedAt - publishedAt > EVENT_PARAMETERS.historyMs;
}

/**
 * The newest version of each item, in the order in which the items were first learned of. A changed text is no new report: it keeps
 * the time and the place of the first one, unless it denies.
 */
export function newestVersions(evidence: readonly Report[]): Report[] {
  const newest = new Map<string, Report>();
  for (const report of evidence) {
    const first = newest.get(report.id);
    const isCorrected = first !== undefined && report.role !== "denial";
    const { recordedAt, seq } = first ?? report;
    newest.set(report.id, isCorrected ? { ...report, recordedAt, seq } : report);
  }
  return [...newest.values()];
}

/** On which a catalyst rests. Where all were changed into denials, what they had said before: a catalyst always had a report. */
export function reportsOf(evidence: readonly Report[]): Report[] {
  const newest = newestVersions(evidence).filter(isReport);
  return newest.length > 0 ? newest : newestVersions(evidence.filter(isReport));
}

function isReport({ role }: Report): boolean {
  return role === "report";
}

/** The first report of each voice. A source is one voice, whatever addresses and words it has, and so is a publisher and a text. */
export function independentReports(evidence: readonly Report[]): Report[] {
  const heard = new Set<string>();
  return reportsOf(evidence).filter(({ source, publisher, voiceId }) => {
    const names = [`source ${source}`, `publisher ${publisher}`, `text ${voiceId}`];
    const isHeard = names.some((name) => heard.has(name));
    if (!isHeard) for (const name of names) heard.add(name);
    return !isHeard;
  });
}
