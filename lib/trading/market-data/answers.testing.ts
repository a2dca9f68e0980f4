/** For tests on a manual clock: waits until the venue's sockets and the database of this process have answered. */
import { subscribe } from "node:diagnostics_channel";
import pg from "pg";
import type { Database } from "#lib/platform/db/client.ts";

/** A test holds back a request that takes longer; manual time moves on without it. */
const HELD_AFTER_MS = 500;

/** When each request of `fetch` and each use of a database began that has not ended. */
const unanswered = new Map<unknown, number>();
const begin = (work: unknown) => unanswered.set(work, performance.now());
const requestOf = (message: unknown) => (message as { request: unknown }).request;
subscribe("undici:request:create", (message) => begin(requestOf(message)));
for (const channel of ["undici:request:trailers", "undici:request:error"]) {
  subscribe(channel, (message) => unanswered.delete(requestOf(message)));
}

type Client = { query: (...given: unknown[]) => unknown; release: (...given: unknown[]) => void };
type Pool = Pick<Client, "query"> & { connect: (...given: unknown[]) => Promise<Client> };

/** Lets `answers` wait for the pool of this database: for its statements, and for its clients until they are released. */
export function followStatements({ $client }: Pick<Database, "$client">): void {
  const pool = $client as unknown as Pool;
  const query = pool.query.bind(pool);
  const connect = pool.connect.bind(pool);
  pool.query = async (...given) => {
    const work = {};
    begin(work);
    try {
      return await query(...given);
    } finally {
      unanswered.delete(work);
    }
  };
  pool.connect = async (...given) => {
    // A callback is the pool's own, for a statement that is followed already.
    if (given.length > 0) return connect(...given);
    const work = {};
    begin(work);
    try {
      const client = await connect();
      const release = client.release.bind(client);
      client.release = (...reason) => {
        unanswered.delete(work);
        release(...reason);
      };
      return client;
    } catch (error) {
      unanswered.delete(work);
      throw error;
    }
  };
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Follows connections to Postgres that are no pool's: `answers` waits for their statements, and `heard` resolves when
 * each that listens has received what was notified before.
 */
export function followSessions(): { heard: () => Promise<void>; stop: () => void } {
  const listening = new Set<pg.Client>();
  const prototype = pg.Client.prototype as unknown as Record<"connect" | "query", Method>;
  const { connect, query } = prototype;
  const followed = (method: Method): Method =>
    function (...given) {
      const answer = method.apply(this, given);
      const [text] = given;
      if (typeof text === "string" && text.startsWith("LISTEN ")) listening.add(this as pg.Client);
      if (!(answer instanceof Promise)) return answer;
      begin(answer);
      const end = () => unanswered.delete(answer);
      answer.then(end, end);
      return answer;
    };
  prototype.connect = followed(connect);
  prototype.query = followed(query);
  return {
    // Postgres sends notifications to a session before the end of a statement that follows them.
    heard: async () => {
      const reached = [...listening].map((client) =>
        client.query("SELECT 1").catch(() => listening.delete(client)),
      );
      await Promise.all(reached);
    },
    stop: () => Object.assign(prototype, { connect, query }),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves when all that is not held back has been answered and handled. */
export async function answers(): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await turn();
    const now = performance.now();
    const isWaiting = [...unanswered.values()].some((began) => now - began < HELD_AFTER_MS);
    quiet = isWaiting ? 0 : quiet + 1;
  }
}
