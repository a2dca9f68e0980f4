/** A news item with the fields that the engine of catalysts reads. Times are Unix milliseconds. */
import type { NewsAsset, NewsDetails, newsItems } from "#lib/catalysts/schema/news.ts";
import type { CatalystType, NewsRole, SentimentDirection } from "#lib/protocol/market-knowledge.ts";
import { EVENT_PARAMETERS } from "./parameters.ts";

export type Report = {
  id: string;
  /** Name of the source that delivered it. */
  source: string;
  version: number;
  seq: number;
  url: string;
  publisher: string;
  simulated: boolean;
  headline: string;
  summary: string;
  /** The publication time as the source states it. */
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

export function toReport(row: typeof newsItems.$inferSelect): Report {
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

/**
 * True for old items: feeds deliver their history at the first read. A false early date gives an
 * item no advantage.
 */
export function isHistory({ publishedAt, recordedAt }: Report): boolean {
  return publishedAt !== null && recordedAt - publishedAt > EVENT_PARAMETERS.historyMs;
}

/**
 * The newest version of each item, in the order in which the service first learned of them. A
 * corrected text keeps the time and number of its first version. A denial does not.
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

/**
 * The reports that support a catalyst. If all of them became denials, their earlier versions count,
 * because a catalyst always has a report.
 */
export function currentReports(evidence: readonly Report[]): Report[] {
  const newest = newestVersions(evidence).filter(isReport);
  return newest.length > 0 ? newest : newestVersions(evidence.filter(isReport));
}

function isReport({ role }: Report): boolean {
  return role === "report";
}

/**
 * The first report of each independent voice. Reports from the same source, from the same publisher
 * or with the same text are one voice.
 */
export function independentReports(evidence: readonly Report[]): Report[] {
  const heard = new Set<string>();
  return currentReports(evidence).filter(({ source, publisher, voiceId }) => {
    const names = [`source ${source}`, `publisher ${publisher}`, `text ${voiceId}`];
    const isHeard = names.some((name) => heard.has(name));
    if (!isHeard) for (const name of names) heard.add(name);
    return !isHeard;
  });
}
