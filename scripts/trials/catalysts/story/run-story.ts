/**
 * Feeds a world minute by minute to the code that the app runs: the feed parser, the news
 * classification, the detector and the engine of causes.
 */

import type { Report } from "#lib/catalysts/events/report.ts";
import { beginDetection, detect } from "#lib/catalysts/moves/detect-moves.ts";
import type { Move } from "#lib/catalysts/moves/move.ts";
import { MOVE_PARAMETERS } from "#lib/catalysts/moves/parameters.ts";
import { StoryIndex } from "#lib/catalysts/news/deduplication/story-index.ts";
import { parseNews } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { ASSET_THRESHOLD, readNews } from "#lib/catalysts/news/reading/read-news.ts";
import { simhashFromHex } from "#lib/catalysts/news/reading/simhash.ts";
import { type EngineState, moveSeen } from "#lib/catalysts/passes/engine-state.ts";
import { runPass } from "#lib/catalysts/passes/run-pass.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Catalyst, MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import { PUBLISHERS } from "#services/sandbox/story/publishers.ts";
import type { StoryItem } from "#services/sandbox/story/story.ts";
import { feedText } from "#services/sandbox/wire/feeds.ts";
import type { StoryWorld } from "./story-world.ts";

const ORIGIN = "http://127.0.0.1:4100";
/** Half of the time between two reads of a source, its mean delay. */
const READ_AFTER_MS = 30_000;

export type ItemResult = { item: StoryItem; report: Report; cluster: string };
export type MoveResult = { move: Move; explanation: MoveExplanation };

export type StoryResult = {
  items: ItemResult[];
  moves: MoveResult[];
  /** In their final state. */
  catalysts: Map<string, Catalyst>;
  /**
   * Ids of news items by the id of the catalyst that they support. Items of merged catalysts are
   * under the older one.
   */
  evidence: Map<string, string[]>;
};

export function runStory(world: StoryWorld): StoryResult {
  const run = new StoryRun(world);
  for (let minute = 0; minute < (world.end - world.start) / MINUTE_MS; minute += 1) {
    run.takeMinute(minute);
  }
  return run.result();
}

class StoryRun {
  readonly #world: StoryWorld;
  readonly #index = new StoryIndex();
  readonly #reports: { item: StoryItem; report: Report }[] = [];
  readonly #moves = new Map<string, Move>();
  readonly #explanations = new Map<string, MoveExplanation>();
  readonly #catalysts = new Map<string, Catalyst>();
  readonly #evidence = new Map<string, Set<string>>();
  #engine: EngineState = { catalysts: new Map(), moves: new Map() };
  #detector = beginDetection(MOVE_PARAMETERS);
  #next = 0;

  constructor(world: StoryWorld) {
    this.#world = world;
  }

  takeMinute(minute: number): void {
    const { start, closes } = this.#world;
    const end = start + (minute + 1) * MINUTE_MS;
    for (;;) {
      const item = this.#world.items[this.#next];
      if (item === undefined || item.publishedAt + READ_AFTER_MS >= end) break;
      this.#next += 1;
      const report = this.#read(item);
      if (report !== undefined) this.#pass([report], [], report.recordedAt);
    }
    const markets = closes.map(({ market, closes: all }) => ({
      market,
      close: all[minute] ?? Number.NaN,
      filled: false,
    }));
    const context = { parameters: MOVE_PARAMETERS, releases: [] };
    const found = detect(this.#detector, { start: end - MINUTE_MS, markets }, context);
    this.#detector = found.state;
    const changed = new Map(found.changes.map(({ move }) => [move.id as string, move]));
    for (const [id, move] of changed) this.#moves.set(id, move);
    this.#pass([], [...changed.values()], end);
  }

  result(): StoryResult {
    const rootOf = (id: string): string => {
      const older = this.#catalysts.get(id)?.merged_into;
      return older ? rootOf(older) : id;
    };
    const evidence = new Map<string, string[]>();
    const catalystOf = new Map<string, string>();
    for (const [id, news] of this.#evidence) {
      const root = rootOf(id);
      evidence.set(root, [...(evidence.get(root) ?? []), ...news]);
      for (const one of news) catalystOf.set(one, root);
    }
    const items = this.#reports.map(({ item, report }) => {
      return { item, report, cluster: catalystOf.get(report.id) ?? report.storyId };
    });
    const moves = [...this.#moves].flatMap(([id, move]) => {
      const explanation = this.#explanations.get(id);
      return explanation === undefined ? [] : [{ move, explanation }];
    });
    return { items, moves, catalysts: this.#catalysts, evidence };
  }

  #pass(reports: Report[], moves: Move[], at: number): void {
    const seen = moves.map((move) => ({
      move: moveSeen({ ...move, ...move.facts }),
      explanation: null,
      candidates: [],
    }));
    const { state, outputs } = runPass(this.#engine, { reports, moves: seen, splits: [] }, at);
    this.#engine = state;
    for (const { catalyst } of outputs.revisions) {
      this.#catalysts.set(catalyst.event.id, catalyst.event);
    }
    for (const { moveId, explanation } of outputs.explanations) {
      this.#explanations.set(moveId, explanation);
    }
    for (const { catalystId, newsId, belongs } of outputs.evidence) {
      const news = this.#evidence.get(catalystId) ?? new Set();
      if (belongs) news.add(newsId);
      else news.delete(newsId);
      this.#evidence.set(catalystId, news);
    }
  }

  /** Passes the item through the text of a feed, as a publisher would serve it. */
  #read(item: StoryItem): Report | undefined {
    const publisher = PUBLISHERS.find(({ slug }) => slug === item.publisher);
    if (publisher === undefined) return undefined;
    const now = item.publishedAt + READ_AFTER_MS;
    const [parsed] = parseNews({
      bytes: new TextEncoder().encode(feedText({ publisher, items: [item], origin: ORIGIN })),
      contentType: undefined,
      url: `${ORIGIN}/wire`,
      simulatedOrigin: ORIGIN,
      now,
    }).items;
    if (parsed === undefined) return undefined;
    const { words, simhash, sentiment, typeScore: _, ...reading } = readNews(parsed, now);
    const { id, url, headline, summary } = parsed;
    const assets = reading.assets
      .filter(({ weight }) => weight >= ASSET_THRESHOLD)
      .map(({ asset }) => asset);
    const compared = {
      id,
      source: publisher.slug,
      at: now,
      ...reading,
      assets,
      simhash: simhashFromHex(simhash),
      words,
    };
    const placed = this.#index.assign(compared, undefined);
    const report: Report = {
      ...reading,
      ...placed,
      id,
      version: 1,
      seq: this.#reports.length + 1,
      url,
      source: publisher.slug,
      publisher: publisher.slug,
      simulated: true,
      headline,
      summary,
      publishedAt: parsed.publishedAt ?? null,
      recordedAt: now,
      direction: sentiment.direction,
      directionScore: sentiment.confidence,
      authority: publisher.authority,
    };
    this.#reports.push({ item, report });
    return report;
  }
}
