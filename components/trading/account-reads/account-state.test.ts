import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountEventName } from "#components/trading/live/account-follow.ts";
import { Memory } from "#components/trading/live/leader.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import { type AccountEvent, AccountState, parseAccountEvent } from "./account-state.ts";
import {
  ACCOUNT,
  accountAt,
  fillOf,
  MARGIN,
  orderAt,
  positionAt,
  RESET,
} from "./stream-events.testing.ts";

const reset: AccountEvent = { name: "reset", data: RESET };
const margin: AccountEvent = { name: "margin", data: MARGIN };
const account = (version: number, balance = "5"): AccountEvent => ({
  name: "account",
  data: accountAt(version, { balance }),
});
const order = (id: string, version: number, status: OrderRecord["status"] = "OPEN") =>
  ({ name: "order", data: orderAt(id, version, { status }) }) satisfies AccountEvent;
const position = (market: string, version: number, size: string) =>
  ({ name: "position", data: positionAt(market, version, { size }) }) satisfies AccountEvent;

function stateOf(...events: AccountEvent[]): AccountState {
  const state = new AccountState();
  for (const event of events) state.apply(event);
  return state;
}

const shownOf = (state: AccountState) => ({
  balance: state.account?.balance,
  positions: state.positions.map(({ market, size }) => `${market} ${size}`),
  orders: state.orders.map(({ id, seq_no: version }) => `${id} ${version}`),
});

const WHOLE = [reset, account(1), position("BTC", 1, "1"), order("7", 1), order("8", 2), margin];

describe("the state of an account", () => {
  test("is shown with the end of a whole state, and then with each change", () => {
    const state = stateOf(...WHOLE.slice(0, -1));
    expect([state.isComplete, shownOf(state)]).toEqual([
      false,
      { balance: undefined, positions: [], orders: [] },
    ]);
    expect(state.apply(margin)).toEqual(["account", "positions", "orders"]);
    expect([state.isComplete, shownOf(state)]).toEqual([
      true,
      { balance: "5", positions: ["BTC 1"], orders: ["8 2", "7 1"] },
    ]);
    expect(state.apply(order("9", 3))).toEqual(["orders"]);
    expect(state.apply(order("7", 4, "CLOSED"))).toEqual(["orders"]);
    expect(state.apply(position("ETH", 3, "-2"))).toEqual(["positions"]);
    expect(state.apply(position("BTC", 4, "0"))).toEqual(["positions"]);
    expect(state.apply(account(5, "6"))).toEqual(["account"]);
    expect(shownOf(state)).toEqual({ balance: "6", positions: ["ETH -2"], orders: ["9 3", "8 2"] });
    expect(state.order("7")?.status).toBe("CLOSED");
  });

  test("stays shown while the next whole state arrives, and rows that are the same are the same objects", () => {
    const state = stateOf(...WHOLE);
    const { account: known, positions, orders } = state;
    for (const event of WHOLE.slice(0, -1)) expect(state.apply(event)).toEqual([]);
    expect([state.isComplete, state.orders]).toEqual([false, orders]);
    expect(state.apply(margin)).toEqual([]);
    expect(state.account).toBe(known);
    expect(state.positions).toBe(positions);
    expect(state.orders).toBe(orders);
    for (const event of [reset, account(1), order("8", 3), order("7", 1)]) state.apply(event);
    expect(state.apply(margin)).toEqual(["positions", "orders"]);
    expect(shownOf(state)).toEqual({ balance: "5", positions: [], orders: ["8 3", "7 1"] });
    expect(state.orders[1]).toBe(orders[1]);
  });

  test("is not changed by an older event: no order opens again, no position returns", () => {
    const state = stateOf(...WHOLE, order("7", 5, "CLOSED"), position("BTC", 5, "0"), account(6));
    const before = shownOf(state);
    for (const stale of [
      order("7", 4),
      order("7", 5),
      order("8", 1, "CLOSED"),
      position("BTC", 4, "3"),
      account(5, "9"),
    ]) {
      expect(state.apply(stale)).toEqual([]);
    }
    expect(shownOf(state)).toEqual(before);
  });

  test("follows the mark, which makes no new version", () => {
    const state = stateOf(...WHOLE);
    state.apply({ name: "account", data: accountAt(1, { account_value: "7" }) });
    state.apply({ name: "position", data: positionAt("BTC", 1, { mark_price: "99" }) });
    expect([state.account?.account_value, state.positions[0]?.mark_price]).toEqual(["7", "99"]);
  });

  test.each([
    ["after events may have been missed", undefined],
    ["without the venue's stream", { name: "followed", data: { live: false } } as const],
  ])("is not complete %s, until the next whole state", (_, event) => {
    const state = stateOf(...WHOLE);
    if (event) state.apply(event);
    else state.interrupt();
    const before = shownOf(state);
    for (const one of [order("9", 9), account(9, "1"), margin])
      expect(state.apply(one)).toEqual([]);
    expect([state.isComplete, shownOf(state)]).toEqual([false, before]);
    for (const one of WHOLE) state.apply(one);
    expect(state.isComplete).toBe(true);
  });

  test("forgets orders that ended long ago", () => {
    const state = stateOf(...WHOLE);
    for (let id = 100; id < 700; id += 1) state.apply(order(String(id), id, "CLOSED"));
    expect([state.order("100"), state.order("699")?.status]).toEqual([undefined, "CLOSED"]);
    expect(state.orders).toHaveLength(2);
  });
});

test("an event of another account, or of another shape, is none", () => {
  const parse = (name: AccountEventName, data: unknown) =>
    parseAccountEvent(ACCOUNT, name, JSON.stringify(data));
  expect(parse("order", orderAt("7", 1))).toEqual({ name: "order", data: orderAt("7", 1) });
  expect(parse("fill", fillOf(1, "7"))?.name).toBe("fill");
  expect(parse("reset", RESET)?.name).toBe("reset");
  expect(parse("followed", { account: ACCOUNT, live: false })?.name).toBe("followed");
  expect(parse("order", { ...orderAt("7", 1), account: "bob" })).toBeUndefined();
  expect(parse("reset", { account: "bob", reset: true })).toBeUndefined();
  expect(parse("order", { ...orderAt("7", 1), seq_no: "1" })).toBeUndefined();
  expect(parse("position", { account: ACCOUNT, market: "BTC" })).toBeUndefined();
  expect(parse("margin", [])).toBeUndefined();
  expect(parseAccountEvent(ACCOUNT, "order", "{")).toBeUndefined();
});

/** A simple model of the venue: the account as plain lists. */
type Model = { orders: Map<string, OrderRecord>; positions: Map<string, PositionRecord> };

const act = fc.oneof(
  fc.record({ kind: fc.constant("place" as const) }),
  fc.record({ kind: fc.constantFrom("change" as const, "close" as const), pick: fc.nat(20) }),
  fc.record({
    kind: fc.constant("trade" as const),
    market: fc.constantFrom("BTC", "ETH", "SOL"),
    size: fc.integer({ min: -2, max: 2 }),
  }),
  // The stream begins anew, is repeated in part, or a tab joins.
  fc.record({ kind: fc.constantFrom("reset" as const, "gap" as const, "join" as const) }),
  fc.record({ kind: fc.constant("repeat" as const), pick: fc.nat(20) }),
);

test("any sequence of events, with old ones among them, leads to the lists of the venue, also in a tab that joins", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const model: Model = { orders: new Map(), positions: new Map() };
      const sent: AccountEvent[] = [];
      const memory = new Memory();
      const market = `@${ACCOUNT}`;
      let states = [new AccountState()];
      let version = 0;
      const send = (event: AccountEvent, to = states) => {
        for (const state of to) state.apply(event);
        if (to !== states) return;
        const text = JSON.stringify(event.data);
        memory.put({ market, event: event.name, text, at: 0 });
      };
      const sendNew = (event: AccountEvent) => {
        sent.push(event);
        send(event);
      };
      const sendAll = () => {
        send(reset);
        send({ name: "account", data: accountAt(version) });
        for (const data of model.positions.values()) send({ name: "position", data });
        for (const data of model.orders.values()) send({ name: "order", data });
        send(margin);
        sent.length = 0;
      };
      const join = () => {
        const state = new AccountState();
        for (const { event, text } of memory.of({ market, intervals: [] })) {
          const parsed = parseAccountEvent(ACCOUNT, event as AccountEventName, text);
          if (parsed) state.apply(parsed);
        }
        return state;
      };
      sendAll();
      for (const one of acts) {
        version += 1;
        if (one.kind === "place") {
          const data = orderAt(String(version), version);
          model.orders.set(data.id, data);
          sendNew({ name: "order", data });
        } else if (one.kind === "change" || one.kind === "close") {
          const known = [...model.orders.values()][one.pick];
          if (known === undefined) continue;
          const status = one.kind === "close" ? "CLOSED" : "OPEN";
          const data = { ...known, status, seq_no: version, last_updated_at: version } as const;
          if (status === "CLOSED") model.orders.delete(data.id);
          else model.orders.set(data.id, data);
          sendNew({ name: "order", data });
        } else if (one.kind === "trade") {
          const data = positionAt(one.market, version, { size: String(one.size) });
          if (one.size === 0) model.positions.delete(one.market);
          else model.positions.set(one.market, data);
          sendNew({ name: "position", data });
        } else if (one.kind === "repeat") {
          // The leading tab's memory is behind the stream itself, which repeats nothing.
          const old = sent[one.pick];
          if (old !== undefined) for (const state of states) state.apply(old);
        } else if (one.kind === "join") {
          states.push(join());
          // No tab gets events that are older than the state with which it joined.
          sent.length = 0;
        } else {
          if (one.kind === "gap") for (const state of states) state.interrupt();
          sendAll();
        }
      }
      states = [...states, join()];
      for (const state of states) {
        expect(state.isComplete).toBe(true);
        const byId = (a: OrderRecord, b: OrderRecord) => Number(b.id) - Number(a.id);
        expect(state.orders).toEqual([...model.orders.values()].toSorted(byId));
        const byMarket = (a: PositionRecord, b: PositionRecord) => (a.market < b.market ? -1 : 1);
        expect(state.positions.toSorted(byMarket)).toEqual(
          [...model.positions.values()].toSorted(byMarket),
        );
      }
    }),
  );
});
