/**
 * The stream sends the outputs of the passes once and in order, even to a reader that reconnects to
 * another replica.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import {
  moveAt,
  newsAt,
  storeFound,
  storeNews,
} from "#lib/catalysts/testing/engine-inputs.testing.ts";
import type { Frame } from "#lib/kernel/streams/frames.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { Catalyst, ExplainedMove } from "#lib/protocol/wire/catalysts.ts";
import { type CatalystFeed, catalystFeed } from "./catalyst-feed.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * 60_000;

let db: Database;
let follower: PassFollower;
beforeEach(async () => {
  db = await testDatabase();
  follower = new PassFollower(db);
  await follower.run(at(-1));
});
afterEach(() => db.$client.end());

function feedOf(): { feed: CatalystFeed; received: Frame[] } {
  const log = {
    warn: ({ err }: { err: Error }) => {
      throw err;
    },
  };
  const feed = catalystFeed({ db, timers: systemTimers, log: log as never });
  const received: Frame[] = [];
  feed.subscribe((frames) => received.push(...frames));
  return { feed, received };
}

const parsed = (frames: readonly Frame[]) =>
  frames.map(({ bytes }) => {
    const [, id = "", event = "", data = ""] =
      /^id: (.+)\nevent: (.+)\ndata: (.+)\n\n$/.exec(bytes.toString("utf8")) ?? [];
    return { id, event, data: JSON.parse(data) as unknown };
  });

test("a catalyst, its changes, and moves with their explanations", async () => {
  const { feed, received } = feedOf();
  await feed.poll();
  await storeNews(db, newsAt(NOON));
  await follower.run(NOON);
  await storeFound(db, at(2), moveAt(at(2), { market: "SOLUSDC", onset: at(1) }));
  await follower.run(at(2));
  await feed.poll();
  await follower.run(at(4));
  await feed.poll();
  const events = parsed(received);
  expect(events.map(({ event }) => event)).toEqual(["catalyst.detected", "move", "move"]);
  expect(events.map(({ id }) => id)).toEqual([NOON, at(2), at(4)].map((time) => `${time}-0`));
  expect(Catalyst.parse(events[0]?.data).type).toBe("hack");
  const verdicts = events
    .slice(1)
    .map(({ data }) => ExplainedMove.parse(data).explanation?.verdict);
  expect(verdicts).toEqual(["pending", "attributed"]);
});

test("a reader that reconnects gets what it missed, or the newest events when its position is unknown", async () => {
  for (const minute of [0, 1, 2]) {
    await storeNews(db, newsAt(at(minute)));
    await follower.run(at(minute));
  }
  // A replica that started later answers the same.
  for (const { feed } of [feedOf(), feedOf()]) {
    await feed.poll();
    const ids = (last: string | undefined) => parsed(feed.state(last)).map(({ id }) => id);
    const all = [0, 1, 2].map((minute) => `${at(minute)}-0`);
    expect(ids(undefined)).toEqual(all);
    expect(ids(all[1])).toEqual(all.slice(2));
    expect(ids(all[2])).toEqual([]);
    expect(ids("1-0")).toEqual(all);
    expect(ids("nonsense")).toEqual(all);
  }
});
