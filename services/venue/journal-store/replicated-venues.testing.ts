/** For tests: several venues in this process on one table; one of them serves. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret } from "#lib/kernel/env.ts";
import { type OwnDatabase, ownDatabase } from "#lib/kernel/postgres.testing.ts";
import { PrimaryBeat } from "#services/venue/link/primary-beat.ts";
import { type OpenVenue, openVenue } from "#services/venue/process/open-venue.ts";
import { OPERATOR_KEY } from "#services/venue/venue.testing.ts";
import { JournalConnection } from "./connection.ts";
import { JournalFigures } from "./journal-metrics.ts";
import { decodeRow, rowsAfter, type TableBlock } from "./journal-table.ts";
import { type PostgresProxy, startPostgresProxy } from "./postgres-proxy.testing.ts";

/** A venue that follows, or serves. */
export type Member = {
  opening: Promise<OpenVenue>;
  failures: unknown[];
  warnings: string[];
  beat: PrimaryBeat;
  figures: JournalFigures;
  /** What it last knew of the primary; `undefined` before. */
  primary: string | undefined;
  stands: boolean;
};

export class ReplicatedVenues {
  readonly database: OwnDatabase;
  /** A line to the database that can be cut. */
  readonly proxy: PostgresProxy;
  /** The parent of all their folders. */
  readonly folder: string;
  readonly #opened: OpenVenue[] = [];

  /** @param server address of a Postgres server; an Error without one */
  static async begin(server: string | undefined): Promise<ReplicatedVenues> {
    const database = await ownDatabase(server);
    const proxy = await startPostgresProxy(database.url);
    return new ReplicatedVenues(database, proxy, await mkdtemp(join(tmpdir(), "replicated-")));
  }

  private constructor(database: OwnDatabase, proxy: PostgresProxy, folder: string) {
    this.database = database;
    this.proxy = proxy;
    this.folder = folder;
  }

  /** Those that are still open end in order, as far as they can. */
  async end(): Promise<void> {
    for (const venue of this.#opened.splice(0)) await this.leave(venue).catch(() => {});
    await this.proxy.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }

  member(name: string, url = this.database.url): Member {
    const beat = new PrimaryBeat();
    const failures: unknown[] = [];
    const warnings: string[] = [];
    const figures = new JournalFigures();
    const made: Member = {
      figures,
      failures,
      warnings,
      beat,
      primary: undefined,
      stands: false,
      opening: openVenue({
        folder: join(this.folder, name),
        journal: {
          url: new Secret(url),
          node: `http://${name}`,
          beat,
          figures,
          onStandby: ({ primary }) => {
            made.primary = primary;
            made.stands = true;
          },
          onWarning: (code, message) => warnings.push(`${code} ${message}`),
        },
        clock: { now: () => Date.now() },
        operatorKey: new Secret(OPERATOR_KEY),
        onFailure: (error) => failures.push(error),
        follower: "inline",
      }),
    };
    void made.opening.then(
      (venue) => this.#opened.push(venue),
      () => {},
    );
    return made;
  }

  /** An orderly end. */
  async leave(venue: OpenVenue): Promise<void> {
    await venue.handOver();
    await venue.close({ snapshot: true });
    this.forget(venue);
  }

  /** It has ended, or cannot end in order. */
  forget(venue: OpenVenue): void {
    this.#opened.splice(this.#opened.indexOf(venue), 1);
  }

  async rows(): Promise<TableBlock[]> {
    const connection = await JournalConnection.open(new Secret(this.database.url), "reads");
    const all = (await rowsAfter(connection, 0, 10_000)).map(decodeRow);
    await connection.close();
    return all;
  }
}

export async function ticks(venue: OpenVenue, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await venue.sequencer.submit({ type: "tick" });
}
