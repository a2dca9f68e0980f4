/**
 * Replicas of the app on one Postgres database whose lead goes from one to another: skipped when neither TEST_DATABASE_URL nor
 * 127.0.0.1:5432 can be reached, and never where TEST_DATABASE_URL promises one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import {
  expectSentAsStored,
  expectWhole,
  MARKET,
  ofInterval,
  Replicas,
} from "./replicas.testing.ts";

const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

describe.skipIf(isSkipped)("replicas on one Postgres", () => {
  let replicas: Replicas;
  beforeEach(async () => {
    replicas = await Replicas.open(serverUrl);
  });
  afterEach(() => replicas.close());

  describe("in one process, on a clock moved by hand", () => {
    test("pass the lead on at once when its holder ends in order", async () => {
      const one = replicas.add();
      await replicas.ready(one);
      const other = replicas.add({ lateMs: 130 });
      await replicas.ready(other);
      expect([one.leadership.leading, other.leadership.leading]).toEqual([true, false]);
      replicas.all.shift();
      await one.data.stop();
      await vi.waitFor(() => expect(other.leadership.leading).toBe(true), { interval: 1 });
      await replicas.live(3_000);
      await expectSentAsStored(replicas.db, [...one.published]);
      await expectSentAsStored(replicas.db, [...other.published]);
      await expectWhole(replicas.db);
    });

    test("are not ready as followers while the history is being filled", async () => {
      const holder = replicas.leadership();
      await vi.waitFor(() => expect(holder.leading).toBe(true), { interval: 1 });
      replicas.venue.market(MARKET).mark = { price: "100", at: replicas.timers.now() };
      const one = replicas.add();
      await replicas.live(5_000);
      expect(await one.data.obstacles()).toEqual([`the history of ${MARKET} is not complete yet`]);
      await holder.release();
      await replicas.ready(one);
    });

    test("are ready despite a market without a mark, and its first bars are the same for all", async () => {
      const one = replicas.add();
      await replicas.ready(one);
      replicas.venue.list("NEWUSDC");
      await replicas.live(11_000);
      const other = replicas.add({ lateMs: 130 });
      await replicas.ready(other);
      const published = [one, other].map(({ data }) => {
        const bars: Bar[] = [];
        data.subscribe("NEWUSDC", new Set(["kline:1s"] as const), (events) => {
          bars.push(...events.map((event) => JSON.parse(event.json)));
        });
        return bars;
      });
      expect(await one.data.obstacles()).toEqual([]);
      for (let price = 1; price < 9; price += 1) {
        replicas.venue.market("NEWUSDC").mark = { price: `${price}`, at: replicas.timers.now() };
        await replicas.live(700);
        expect(await other.data.obstacles()).toEqual([]);
      }
      const [ofOne, ofOther] = published.map((bars) => bars.filter((bar) => bar.closed));
      expect(ofOther!.length).toBeGreaterThan(2);
      expect(ofOther!.slice(0, 3)).toEqual(ofOne!.slice(0, 3));
    });
  });

  describe("as processes of their own", () => {
    type Process = { child: ChildProcess; published: Bar[]; leading: boolean };
    const running: Process[] = [];
    let beat: NodeJS.Timeout;

    beforeEach(() => {
      replicas.venue.serverTime = Date.now;
      let count = 0;
      beat = setInterval(() => {
        const at = Date.now();
        replicas.venue.market(MARKET).mark = { price: `${100 + (at % 97)}`, at };
        if ((count += 1) % 3 === 0) replicas.venue.trade(MARKET, { price: "100", size: "0.5", at });
      }, 100);
    });
    afterEach(() => {
      clearInterval(beat);
      for (const { child } of running.splice(0)) child.kill("SIGKILL");
    });

    function addProcess(): Process {
      const script = join(import.meta.dirname, "replica.testing.ts");
      const child = spawn(process.execPath, [script, replicas.url, replicas.venue.url, MARKET], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const replica: Process = { child, published: [], leading: false };
      createInterface({ input: child.stdout! }).on("line", (line) => {
        const said: Bar | { leading: boolean } = JSON.parse(line);
        if ("leading" in said) replica.leading = said.leading;
        else replica.published.push(said);
      });
      running.push(replica);
      return replica;
    }

    const seconds = (replica: Process) => ofInterval(replica.published, "1s").length;
    const sendsMore = async (replica: Process, more: number) => {
      const before = seconds(replica);
      await vi.waitFor(() => expect(seconds(replica)).toBeGreaterThanOrEqual(before + more), {
        timeout: 120_000,
      });
    };

    test("change no published bar when a leader is suspended and wakes, or is killed", async () => {
      const one = addProcess();
      await vi.waitFor(() => expect(one.leading).toBe(true), { timeout: 120_000 });
      const other = addProcess();
      await sendsMore(one, 2);
      await sendsMore(other, 2);
      one.child.kill("SIGSTOP");
      await vi.waitFor(() => expect(other.leading).toBe(true), { timeout: 120_000 });
      await sendsMore(other, 2);
      one.child.kill("SIGCONT");
      await sendsMore(one, 2);
      other.child.kill("SIGKILL");
      await sendsMore(one, 3);
      expect(one.leading).toBe(true);
      clearInterval(beat);
      one.child.kill("SIGTERM");
      await new Promise((resolve) => one.child.once("exit", resolve));
      await expectSentAsStored(replicas.db, one.published);
      await expectSentAsStored(replicas.db, other.published);
      await expectWhole(replicas.db);
    });
  });
});
