/**
 * Replicas with one Postgres and one Redis: one of them polls the venue, and the streams of all say the same. Skipped where
 * either server cannot be reached, and never where TEST_DATABASE_URL or TEST_REDIS_URL promises it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { openGateway, ownPrefix, probeRedis } from "#lib/platform/http/redis.testing.ts";
import { TestVenue } from "./market-data.testing.ts";

type Published = { market: string; topic: string; json: string };
type Replica = {
  child: ChildProcess;
  published: Published[];
  leading: boolean;
  /** Paths that it read from the venue. */
  reads: string[];
};

const MARKETS = ["BTCUSDC", "ETHUSDC"];
/** Its mark and its book stay as they are. */
const QUIET = "QUIETUSDC";
/** Any of the replicas may read these. The number is how many milliseconds one answer serves all. */
const SHARED = new Map([
  ["/v1/markets", 9_500],
  ["/v1/stats", 2_000],
]);
const WAIT = { timeout: 120_000, interval: 50 };
const serverUrl = await probePostgres(process.env);
const redis = await probeRedis(process.env);
const isSkipped = redis.isSkipped || (serverUrl === undefined && !isPostgresPromised(process.env));

/** Three of them, in this order through all tests: the last one kills the one that leads. */
describe.skipIf(isSkipped)("replicas that tell each other", () => {
  let own: OwnDatabase;
  let venue: TestVenue;
  let gateway: Awaited<ReturnType<typeof openGateway>>;
  let prefix: string;
  let moves: NodeJS.Timeout;
  const running: Replica[] = [];
  const lines: http.Server[] = [];

  beforeAll(async () => {
    own = await borrowDatabase(serverUrl);
    // Its tables are made once, before replicas start together.
    await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    await closeDatabase();
    venue = new TestVenue([...MARKETS, QUIET]);
    venue.market(QUIET).mark = { price: "7", at: Date.now() };
    await venue.listen();
    gateway = await openGateway(redis.url);
    prefix = ownPrefix();
    let count = 0;
    moves = setInterval(() => {
      const at = Date.now();
      count += 1;
      venue.block = { ...venue.block, height: count };
      for (const market of MARKETS) {
        venue.market(market).mark = { price: `${100 + (at % 97)}`, at };
        venue.market(market).book.bids = { "99.5": `${count}` };
        if (count % 4 === 0) venue.trade(market, { price: "100", size: "0.5", at });
      }
    }, 100);
    await addReplica();
    await roles();
    await Promise.all([addReplica(), addReplica()]);
  });
  afterAll(async () => {
    clearInterval(moves);
    for (const { child } of running) child.kill("SIGKILL");
    for (const line of lines) {
      line.closeAllConnections();
      line.close();
    }
    await gateway.close();
    await venue.close();
    await own.drop();
  });

  async function addReplica(): Promise<void> {
    const script = join(import.meta.dirname, "relayed-replica.testing.ts");
    const reads: string[] = [];
    const line = await lineTo(venue.url, reads);
    const arguments_ = [script, own.url, line, gateway.url.reveal(), prefix];
    const child = spawn(process.execPath, arguments_, { stdio: ["pipe", "pipe", "inherit"] });
    const replica: Replica = { child, published: [], leading: false, reads };
    createInterface({ input: child.stdout! }).on("line", (line) => {
      const said: Published | { leading: boolean } = JSON.parse(line);
      if ("leading" in said) replica.leading = said.leading;
      else replica.published.push(said);
    });
    running.push(replica);
    await expectPublished(replica, 40);
  }

  /** The one that leads first. */
  function roles(): Promise<[one: Replica, ...others: Replica[]]> {
    return vi.waitFor(() => {
      const leading = running.filter((replica) => replica.leading);
      expect(leading).toHaveLength(1);
      return [leading[0]!, ...running.filter((replica) => !replica.leading)];
    }, WAIT);
  }

  async function expectPublished(replica: Replica, more: number): Promise<void> {
    const wanted = replica.published.length + more;
    await vi.waitFor(() => expect(replica.published.length).toBeGreaterThanOrEqual(wanted), WAIT);
  }

  /** The venue as one replica reads it. @returns its address */
  async function lineTo(url: string, reads: string[]): Promise<string> {
    const server = http.createServer((request, response) => {
      reads.push(request.url?.split("?", 1)[0] ?? "");
      const upstream = http.request(`${url}${request.url}`, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      upstream.on("error", () => response.destroy());
      upstream.end();
    });
    lines.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Its readers get on, and it reads no market data. */
  function follows(replica: Replica): Promise<void> {
    return vi.waitFor(async () => {
      replica.reads.length = 0;
      await expectPublished(replica, 60);
      expect(replica.reads.filter((path) => !SHARED.has(path))).toEqual([]);
    }, WAIT);
  }

  /** It reads every kind of market data. */
  function polls(replica: Replica): Promise<void> {
    return vi.waitFor(async () => {
      replica.reads.length = 0;
      await expectPublished(replica, 60);
      expect(new Set(replica.reads).size).toBeGreaterThan(5);
    }, WAIT);
  }

  /** Trades and closed bars of one replica: each once and in order. */
  function expectOnce({ published }: Replica): void {
    for (const market of MARKETS) {
      const of = (topic: string) =>
        published
          .filter((event) => event.market === market && event.topic === topic)
          .map(({ json }) => JSON.parse(json));
      expectAscending(of("trades").flatMap((fills: { id: number }[]) => fills.map(({ id }) => id)));
      const bars: { closed: boolean; start: number }[] = of("kline:1s");
      expectAscending(bars.filter(({ closed }) => closed).map(({ start }) => start));
      const marks: number[] = of("mark").map(({ timestamp }) => timestamp);
      expectAscending(marks);
    }
  }

  function expectAscending(numbers: readonly number[]): void {
    expect(numbers.length).toBeGreaterThan(1);
    for (const [index, next] of numbers.slice(1).entries()) {
      expect(next).toBeGreaterThan(numbers[index]!);
    }
  }

  /** What a replica's readers of one market got between two events that both replicas sent. */
  function between(
    { published }: Replica,
    market: string,
    [from, to]: readonly string[],
  ): string[] {
    const lines = published
      .filter((event) => event.market === market)
      .map(({ topic, json }) => `${topic} ${json}`);
    return lines.slice(lines.indexOf(from!), lines.indexOf(to!));
  }

  /** Whether a stretch of every stream is the same for all. */
  async function sayTheSame(one: Replica, others: readonly Replica[]): Promise<boolean> {
    const published = others[1]!.published;
    const from = published.length;
    await expectPublished(others[1]!, 300);
    for (const other of others) await expectPublished(other, 20);
    await expectPublished(one, 20);
    return [...MARKETS, "ALL"].every((market) => {
      const marks = published
        .slice(from, from + 280)
        .filter((event) => event.market === market && event.topic === "mark")
        .map(({ topic, json }) => `${topic} ${json}`);
      const ends = [marks[0]!, marks.at(-1)!];
      const wanted = between(one, market, ends);
      const topics = new Set(wanted.map((line) => line.split(" ", 1)[0]));
      expect(topics.size).toBeGreaterThan(market === "ALL" ? 1 : 7);
      const text = JSON.stringify(wanted);
      return others.every((other) => JSON.stringify(between(other, market, ends)) === text);
    });
  }

  test("say the same, byte for byte, and the venue sees the reads of one", async () => {
    const [one, ...others] = await roles();
    for (const other of others) await follows(other);
    // A replica that gets no time for two seconds polls, and the streams differ then.
    await vi.waitFor(async () => expect(await sayTheSame(one, others)).toBe(true), WAIT);
    for (const replica of running) expectOnce(replica);
  });

  test("share the reads that any of them is asked for, and one clock", async () => {
    const [one, ...others] = await roles();
    for (const { child } of running) child.stdin?.write("totals\n");
    await vi.waitFor(async () => {
      for (const { reads } of running) reads.length = 0;
      const began = performance.now();
      const all = () => running.flatMap(({ reads }) => reads);
      // The slowest of them come once in ten seconds.
      await vi.waitFor(() => {
        expect(one.reads).toContain("/v1/time");
        expect(all()).toEqual(expect.arrayContaining([...SHARED.keys()]));
      }, WAIT);
      const took = performance.now() - began;
      const own = others.flatMap(({ reads }) => reads).filter((path) => !SHARED.has(path));
      expect(own).toEqual([]);
      for (const [path, freshMs] of SHARED) {
        const count = all().filter((read) => read === path).length;
        expect(count).toBeLessThanOrEqual(Math.ceil(took / freshMs) + 1);
      }
    }, WAIT);
  });

  test("show a new reader what does not change, although another replica has read it", async () => {
    const [, ...others] = await roles();
    for (const other of others) await follows(other);
    for (const replica of running) {
      replica.child.stdin?.write(`${QUIET}\n`);
      const topics = () =>
        replica.published.flatMap((message) => (message.market === QUIET ? message.topic : []));
      await vi.waitFor(() => {
        expect(topics()).toEqual(expect.arrayContaining(["bbo", "orderbook"]));
      }, WAIT);
    }
    for (const other of others) await follows(other);
  });

  test("poll on their own while Redis is away, and for each other when it is back", async () => {
    const [, ...others] = await roles();
    for (const other of others) await follows(other);
    await gateway.close();
    for (const other of others) await polls(other);
    gateway = await openGateway(redis.url, gateway.port);
    for (const other of others) await follows(other);
    for (const replica of running) expectOnce(replica);
  });

  test("go on when the one that polls is killed, and when one wakes after its time", async () => {
    const [one, other, third] = await roles();
    if (other === undefined || third === undefined) throw new Error("there are not three");
    one.child.kill("SIGSTOP");
    await vi.waitFor(() => expect(other.leading || third.leading).toBe(true), WAIT);
    await expectPublished(third, 150);
    one.child.kill("SIGCONT");
    await expectPublished(one, 150);
    await expectPublished(third, 100);
    const [leader, follower] = other.leading ? [other, third] : [third, other];
    leader.child.kill("SIGKILL");
    await expectPublished(follower, 150);
    await vi.waitFor(() => expect(one.leading || follower.leading).toBe(true), WAIT);
    await expectPublished(follower, 150);
    for (const replica of running) expectOnce(replica);
  });
});
