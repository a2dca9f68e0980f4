/** A database of news for tests of its readers, behind `database()`. */

import {
  firstState,
  type StoredNewsSource,
  saveState,
} from "#lib/catalysts/news/intake/news-source-states.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { catalystEvidence } from "#lib/catalysts/schema/catalysts.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { type GivenItem, storeItems } from "./stored-news.testing.ts";

export class NewsWorld {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  static async open(): Promise<NewsWorld> {
    const db = await testDatabase();
    setDatabase(db);
    return new NewsWorld(db);
  }

  async close(): Promise<void> {
    setDatabase(undefined);
    await this.#db.$client.end();
  }

  /** Stores items that a source delivered at this time, Unix milliseconds. */
  deliver(at: number, ...items: readonly GivenItem[]): Promise<void> {
    return storeItems(this.#db, items, at);
  }

  /** Changes the stored state of a source. */
  async setState(source: NewsSource, change: Partial<StoredNewsSource>): Promise<void> {
    await saveState(this.#db, { ...firstState(source), ...change });
  }

  /** From this time on, the catalyst has or loses the item as evidence. */
  async setEvidence(catalystId: string, newsId: string, rest: { at: number; belongs: boolean }) {
    const { at, belongs } = rest;
    const recordedAt = new Date(at);
    await this.#db
      .insert(catalystEvidence)
      .values({ catalystId, newsId, newsVersion: 1, recordedAt, belongs });
  }
}
