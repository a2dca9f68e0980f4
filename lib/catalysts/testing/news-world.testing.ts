/** A database of news for tests of those who read it, behind `database()`. */

import type { NewsSource } from "#lib/catalysts/news/fetching/news-source.ts";
import {
  firstState,
  type SourceState,
  saveState,
} from "#lib/catalysts/news/intake/source-states.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { catalystEvidence } from "#lib/platform/db/schema/catalysts.ts";
import { type GivenItem, storeItems } from "./stored-news.testing.ts";

export class ToldNews {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  static async open(): Promise<ToldNews> {
    const db = await testDatabase();
    useDatabase(db);
    return new ToldNews(db);
  }

  async close(): Promise<void> {
    useDatabase(undefined);
    await this.#db.$client.end();
  }

  /** Items that a source brought then, Unix milliseconds. */
  tell(at: number, ...items: readonly GivenItem[]): Promise<void> {
    return storeItems(this.#db, items, at);
  }

  /** What became of a source. */
  async setState(source: NewsSource, change: Partial<SourceState>): Promise<void> {
    await saveState(this.#db, { ...firstState(source), ...change });
  }

  /** A catalyst rests on an item from then on, or no more. */
  async setEvidence(catalystId: string, newsId: string, rest: { at: number; belongs: boolean }) {
    const { at, belongs } = rest;
    const recordedAt = new Date(at);
    await this.#db
      .insert(catalystEvidence)
      .values({ catalystId, newsId, newsVersion: 1, recordedAt, belongs });
  }
}
