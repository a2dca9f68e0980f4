/** Figures of many followed accounts: all of them reach the last mark, and none holds up what an order did. */
import { expect, test } from "vitest";
import { pubkeyOf } from "#services/venue/engine/commands.testing.ts";
import { TestEngine } from "#services/venue/engine/engine.testing.ts";
import type { FromHub } from "#services/venue/link/hub-messages.ts";
import { accountRecord } from "#services/venue/records/records.ts";
import { AccountHub, type HubPort } from "./account-hub.ts";

const FOLLOWED = 600;

/** Accounts with a position each, all followed by one port, and a clock that the test moves. */
function followedAccounts() {
  const engine = new TestEngine().deposit("maker", "100000000");
  const names = Array.from({ length: FOLLOWED }, (_, index) => `trader-${index}`);
  engine.together(() => {
    for (const name of names) {
      engine.deposit(name, "1000");
      engine.sell("maker", "1", "100");
      engine.buy(name, "1", "100");
    }
  });
  const clock = { now: 0 };
  const posted: FromHub[] = [];
  const venue = {
    state: engine.state,
    eventPosition: { height: 1, index: 0 },
    eventsAfter: () => undefined,
  };
  const hub = new AccountHub(venue, () => clock.now);
  const accounts = names.map((name) => ({ account: pubkeyOf(name), after: null }));
  const port: HubPort = { post: (message) => posted.push(message) };
  hub.receive(port, { type: "follow", stream: 1, accounts });
  const block = (changed: string[], isRepriced: boolean, moved: string[] = []) =>
    hub.applied({
      height: 1,
      time: 0,
      events: [],
      changed: new Set(changed.map((name) => engine.account(name))),
      moved: new Set(moved.map(pubkeyOf)),
      isRepriced,
      liquidations: new Map(),
      notices: [],
    });
  /** The accounts whose own record was posted since the last call. */
  const posts = () =>
    posted.splice(0).flatMap((message) => {
      if (message.type !== "events") return [];
      const named = message.batches.filter(({ events }) =>
        events.some(({ name }) => name === "account"),
      );
      return named.map(({ account, events }) => ({ account, json: events[0]?.json ?? "" }));
    });
  posts();
  return { engine, hub, clock, port, names, block, posts };
}

test("every followed account reaches the last mark, a few at a time", () => {
  const { engine, hub, clock, names, block, posts } = followedAccounts();
  engine.mark("101");
  block([], true);
  const reached = new Map<string, string>();
  let most = 0;
  for (let next: number | undefined = 0; next !== undefined; next = hub.flush()) {
    clock.now += next;
    const sent = posts();
    most = Math.max(most, sent.length);
    for (const { account, json } of sent) reached.set(account, json);
  }
  expect(reached.size).toBe(FOLLOWED);
  expect(most).toBeLessThanOrEqual(25);
  for (const name of names) {
    const record = JSON.stringify(accountRecord(engine.account(name)));
    expect(reached.get(pubkeyOf(name))).toBe(record);
  }
});

test("what an order did is sent at once while everybody's figures follow a mark", () => {
  const { engine, hub, block, posts } = followedAccounts();
  engine.mark("102");
  block([], true);
  hub.flush();
  const last = `trader-${FOLLOWED - 1}`;
  expect(posts().map(({ account }) => account)).not.toContain(pubkeyOf(last));
  engine.deposit(last, "500");
  block([last], false);
  hub.flush();
  expect(posts().map(({ account }) => account)).toContain(pubkeyOf(last));
});

test("what a mark moved visibly reaches an account once a second", () => {
  const { engine, hub, clock, block, posts } = followedAccounts();
  const first = pubkeyOf("trader-0");
  const sentAt: number[] = [];
  for (; clock.now < 2_500; clock.now += 10) {
    engine.mark((101 + clock.now / 100).toFixed(3));
    block([], true);
    hub.flush();
    if (posts().some(({ account }) => account === first)) sentAt.push(clock.now);
  }
  expect(sentAt).toEqual([0, 1_000, 2_000]);
});

test("a move that nobody sees is sent after ten seconds, and together with a change", () => {
  const { engine, hub, clock, block, posts } = followedAccounts();
  const first = pubkeyOf("trader-0");
  const sentAt: number[] = [];
  const pass = (until: number, changedAt?: number) => {
    for (; clock.now < until; clock.now += 500) {
      // Half of one part in 10,000 of the position in ten seconds.
      engine.mark((100 + Math.floor(clock.now / 2_000) / 1_000).toFixed(3));
      block(clock.now === changedAt ? ["trader-0"] : [], true);
      for (let next = hub.flush(); next === 0; next = hub.flush());
      if (posts().some(({ account }) => account === first)) sentAt.push(clock.now);
    }
  };
  pass(12_000);
  expect(sentAt).toEqual([10_000]);
  pass(26_000, 14_000);
  expect(sentAt).toEqual([10_000, 14_000, 24_000]);
});

test("a move that is small for the account is sent when it is large for the position", () => {
  const { engine, hub, clock, block, posts } = followedAccounts();
  engine.deposit("trader-0", "10000000");
  const settle = () => {
    for (let next = hub.flush(); next === 0; next = hub.flush());
    return posts().map(({ account }) => account);
  };
  block(["trader-0"], false);
  expect(settle()).toContain(pubkeyOf("trader-0"));
  clock.now = 2_000;
  engine.mark("100.05");
  block([], true);
  expect(settle()).toContain(pubkeyOf("trader-0"));
});

test("margin that a mark moved is sent to an account with orders and no position", () => {
  const { engine, hub, clock, port, block, posts } = followedAccounts();
  engine.deposit("resting", "1000").buy("resting", "1", "90");
  const account = pubkeyOf("resting");
  hub.receive(port, { type: "follow", stream: 2, accounts: [{ account, after: null }] });
  engine.mark("140");
  const sent: string[] = [];
  block([], true);
  for (let next: number | undefined = 0; next !== undefined; next = hub.flush()) {
    clock.now += next;
    for (const { account: of, json } of posts()) if (of === account) sent.push(json);
  }
  expect(sent).toEqual([JSON.stringify(accountRecord(engine.account("resting")))]);
});

test("an account's events leave once a gateway, until its last stream there has gone", () => {
  const { engine, hub, clock, port, block, posts } = followedAccounts();
  const account = pubkeyOf("trader-1");
  const other: FromHub[] = [];
  const second: HubPort = { post: (message) => other.push(message) };
  const accounts = [{ account, after: null }];
  hub.receive(port, { type: "follow", stream: 2, accounts });
  hub.receive(port, { type: "follow", stream: 2, accounts });
  hub.receive(second, { type: "follow", stream: 1, accounts });
  const sentTo = () => {
    clock.now += 1_000;
    engine.deposit("trader-1", "1");
    block(["trader-1"], false);
    other.length = 0;
    hub.flush();
    const there = other.filter(({ type }) => type === "events").length;
    return [posts().filter((post) => post.account === account).length, there];
  };
  expect(sentTo()).toEqual([1, 1]);
  hub.receive(port, { type: "forget", stream: 1, accounts: [account] });
  expect(sentTo()).toEqual([1, 1]);
  hub.receive(port, { type: "forget", stream: 2, accounts: [account] });
  expect(sentTo()).toEqual([0, 1]);
  hub.receive(second, { type: "forget", stream: 1, accounts: [account] });
  expect(sentTo()).toEqual([0, 0]);
});

test("a fill of several blocks is one position, and it is sent although the account has to wait", () => {
  const { engine, hub, clock, block } = followedAccounts();
  const account = pubkeyOf("trader-2");
  const names: string[] = [];
  hub.receive(
    {
      post: (message) => {
        if (message.type !== "events") return;
        for (const { events } of message.batches) names.push(...events.map(({ name }) => name));
      },
    },
    { type: "follow", stream: 1, accounts: [{ account, after: null }] },
  );
  const fill = () => {
    engine.sell("maker", "1", "100");
    engine.buy("trader-2", "1", "100");
    block(["trader-2"], false, ["trader-2"]);
  };
  fill();
  fill();
  hub.flush();
  expect(names).toEqual(["account", "position"]);
  clock.now += 100;
  fill();
  expect(hub.flush()).toBe(150);
  expect(names).toEqual(["account", "position", "position"]);
  clock.now += 150;
  hub.flush();
  expect(names).toEqual(["account", "position", "position", "account"]);
});
