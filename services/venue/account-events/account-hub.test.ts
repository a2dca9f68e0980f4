/** Figures of many followed accounts: all of them reach the last mark, and none holds up what an order did. */
import { expect, test } from "vitest";
import { pubkeyOf } from "#services/venue/engine/commands.testing.ts";
import { TestEngine } from "#services/venue/engine/engine.testing.ts";
import type { FromHub } from "#services/venue/link/hub-messages.ts";
import { accountRecord } from "#services/venue/records/records.ts";
import { AccountHub } from "./account-hub.ts";

const FOLLOWED = 600;

/** Accounts with a position each, all followed by one port, and a clock that the test moves. */
function followedAccounts() {
  const engine = new TestEngine().deposit("maker", "100000000");
  const names = Array.from({ length: FOLLOWED }, (_, index) => `trader-${index}`);
  for (const name of names) {
    engine.deposit(name, "1000");
    engine.sell("maker", "1", "100");
    engine.buy(name, "1", "100");
  }
  const clock = { now: 0 };
  const posted: FromHub[] = [];
  const venue = {
    state: engine.state,
    eventPosition: { height: 1, index: 0 },
    eventsAfter: () => undefined,
  };
  const hub = new AccountHub(venue, () => clock.now);
  const accounts = names.map((name) => ({ account: pubkeyOf(name), after: null }));
  hub.receive({ post: (message) => posted.push(message) }, { type: "follow", stream: 1, accounts });
  const block = (changed: string[], isRepriced: boolean) =>
    hub.applied({
      height: 1,
      time: 0,
      events: [],
      changed: new Set(changed.map((name) => engine.account(name))),
      moved: new Set(),
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
  return { engine, hub, clock, names, block, posts };
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

test("with 600 accounts followed, marks reach an account once in 300 ms", () => {
  const { engine, hub, clock, block, posts } = followedAccounts();
  const first = pubkeyOf("trader-0");
  const sentAt: number[] = [];
  for (; clock.now < 900; clock.now += 10) {
    engine.mark((101 + clock.now / 1_000).toFixed(3));
    block([], true);
    hub.flush();
    if (posts().some(({ account }) => account === first)) sentAt.push(clock.now);
  }
  expect(sentAt).toEqual([0, 300, 600]);
});
