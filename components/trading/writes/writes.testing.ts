/**
 * Test doubles for the venue, a browser and its tabs. They share one virtual clock, and every delay is set by the test.
 */
import type { Answer } from "#components/data/http.ts";
import type { VirtualClock } from "#components/data/virtual-clock.testing.ts";
import {
  prepareWrite,
  type SignedWrite,
  type WriteDraft,
  withSignature,
} from "#components/trading/signing/requests.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { NO_TRIGGER, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { IntentStorage } from "./intent-storage.ts";
import type { AcquireLock, WriteMessage } from "./order-tracker.ts";
import { OrderTracker } from "./order-tracker.ts";
import type { Intent, Settlement, WriteTarget } from "./write-types.ts";

export const ALICE = "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw";
export const BOB = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR";
const WINDOW_MS = 30_000;
const ANSWER_TIMEOUT_MS = 5_000;

/** The fate of one send. */
export type Fate = {
  /** Delay of the request. */
  out?: number;
  /** Delay of the answer. */
  back?: number;
  lost?: "request" | "answer";
  /** Returned in place of the venue's answer. */
  instead?: Answer;
};

type Outcome = { status: number; body: unknown };

/** The venue as far as writes need it: signed bytes take effect once, and only within their window. */
export class FakeVenue {
  readonly clock: VirtualClock;
  readonly orders: OrderRecord[] = [];
  /** As much of a withdrawal's record as writes need. */
  readonly withdrawals: { kind: string; account: string; digest: string; created_at: number }[] =
    [];
  /** Each send that arrived, unchanged. */
  readonly arrived: Intent[] = [];
  /** How many signed writes took effect. */
  carriedOut = 0;
  fates: Fate[] = [];
  /** The next writes are refused with these, in turn, instead of being executed. */
  refusals: ({ code: string; message: string } | undefined)[] = [];
  /** A change to the same price keeps the order's text of it. */
  keepsPriceText = false;
  readsFail = false;
  readDelay = 0;
  leverage: Record<string, unknown> = { market: "BTCUSDC", leverage: 20, mode: "CROSS" };
  readonly #outcomes = new Map<string, Outcome>();
  #lastId = 0;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  addOrder(fields: Partial<OrderRecord>): OrderRecord {
    this.#lastId += 1;
    const now = this.clock.now();
    const order: OrderRecord = {
      id: String(this.#lastId),
      account: ALICE,
      signer: ALICE,
      market: "BTCUSDC",
      side: "BUY",
      size: "1" as Decimal,
      remaining_size: "1" as Decimal,
      filled_size: "0" as Decimal,
      avg_fill_price: null,
      price: "100" as Decimal,
      order_type: "LIMIT",
      time_in_force: "GTC",
      flags: 0,
      ...NO_TRIGGER,
      status: "OPEN",
      cancel_reason: "",
      client_id: null,
      seq_no: this.#lastId,
      timestamp: now,
      digest: "",
      created_at: now,
      last_updated_at: now,
      ...fields,
    };
    this.orders.push(order);
    return order;
  }

  async send(intent: Intent): Promise<Answer> {
    const answered = this.#exchange(intent, this.fates.shift() ?? {});
    const late = this.clock.wait(ANSWER_TIMEOUT_MS).then(() => NO_ANSWER);
    return Promise.race([answered, late]);
  }

  async #exchange(intent: Intent, fate: Fate): Promise<Answer> {
    const { out = 5, back = 5, lost, instead } = fate;
    await this.clock.wait(out);
    if (lost === "request") return never();
    this.arrived.push(structuredClone(intent));
    const answer = instead ?? asAnswer(this.execute(intent));
    if (lost === "answer") return never();
    await this.clock.wait(back);
    return structuredClone(answer);
  }

  execute(intent: Intent): Outcome {
    const original = this.#outcomes.get(intent.digest);
    if (original) {
      const body = { error: "DUPLICATE_REQUEST", message: "before", data: original.body };
      return { status: 409, body };
    }
    if (this.clock.now() - intent.timestamp > WINDOW_MS) {
      return refused(401, "TIMESTAMP_OUT_OF_WINDOW");
    }
    const outcome = this.#carryOut(intent);
    this.#outcomes.set(intent.digest, outcome);
    return outcome;
  }

  #carryOut(intent: Intent): Outcome {
    const body = JSON.parse(intent.body) as Record<string, unknown>;
    if (intent.kind === "batch") {
      const results = (body["orders"] as PlaceOrderFields[]).map((order) => {
        const refusal = this.refusals.shift();
        if (refusal) return { status: "error", error: refusal.code, message: refusal.message };
        return { status: "ok", order: this.#place(order, intent) };
      });
      return { status: 200, body: { results } };
    }
    const refusal = this.refusals.shift();
    if (refusal) return refused(422, refusal.code, refusal.message);
    if (intent.kind === "group") {
      const orders = (body["orders"] as PlaceOrderFields[]).map((one) => this.#place(one, intent));
      return { status: 201, body: { group_id: orders[0]?.id, grouping: body["grouping"], orders } };
    }
    if (intent.kind === "withdraw") return this.#withdraw(intent);
    if (intent.kind === "leverage") {
      this.carriedOut += 1;
      this.leverage = { market: body["market"], leverage: body["leverage"], mode: body["mode"] };
      return { status: 200, body: this.leverage };
    }
    if (intent.kind === "margin") {
      this.carriedOut += 1;
      const { digest, timestamp } = intent;
      const change = { last_margin_change: { digest, timestamp } };
      this.leverage = { ...this.leverage, mode: "ISOLATED", ...change };
      return { status: 200, body: { market: body["market"], wallet: "10" } };
    }
    if (intent.kind === "place") {
      return { status: 201, body: this.#place(body as unknown as PlaceOrderFields, intent) };
    }
    if (intent.kind === "cancel-all") {
      const open = this.#openOf(intent.account, intent.market);
      return { status: 200, body: { results: open.map((order) => this.#cancel(order)) } };
    }
    if (intent.kind === "cancel-batch") {
      const results = intent.orderIds.map((id) => {
        const order = this.orders.find((one) => one.id === id && one.status !== "CLOSED");
        return order
          ? this.#cancel(order)
          : { status: "error", error: "ORDER_IS_CLOSED", message: "closed" };
      });
      return { status: 200, body: { results } };
    }
    const order = this.orders.find(({ id }) => id === intent.orderIds[0]);
    if (order === undefined) return refused(404, "ORDER_NOT_FOUND");
    if (order.status === "CLOSED") return refused(409, "ORDER_IS_CLOSED");
    if (intent.kind === "cancel") this.#cancel(order);
    else {
      this.carriedOut += 1;
      Object.assign(order, {
        size: body["size"],
        ...(body["price"] && !this.keepsPriceText ? { price: body["price"] } : {}),
      });
    }
    return { status: 200, body: order };
  }

  #place(order: PlaceOrderFields, { digest, account, timestamp }: Intent): OrderRecord {
    this.carriedOut += 1;
    const { market, side, size, price, order_type, time_in_force } = order;
    return this.addOrder({
      market,
      side,
      size: size as Decimal,
      remaining_size: size as Decimal,
      price: (price ?? null) as Decimal | null,
      order_type,
      time_in_force,
      digest,
      account,
      timestamp,
    });
  }

  #withdraw({ account, digest }: Intent): Outcome {
    this.carriedOut += 1;
    const transfer = { kind: "WITHDRAWAL", account, digest, created_at: this.clock.now() };
    this.withdrawals.push(transfer);
    return { status: 201, body: { transfer } };
  }

  #cancel(order: OrderRecord) {
    this.carriedOut += 1;
    Object.assign(order, { status: "CLOSED", cancel_reason: "USER_CANCELED" });
    return { status: "ok", order };
  }

  #openOf(account: string, market: string | null): OrderRecord[] {
    return this.orders.filter(
      (one) =>
        one.account === account &&
        one.status !== "CLOSED" &&
        (market === null || one.market === market),
    );
  }

  /** The app's reads for the signed-in account. */
  async read(url: string, session: () => string | undefined): Promise<Answer> {
    await this.clock.wait(this.readDelay);
    if (this.readsFail) return NO_ANSWER;
    const { pathname, searchParams: query } = new URL(url, "http://localhost");
    if (pathname === "/api/venue/time") {
      return asAnswer({ status: 200, body: { server_time: this.clock.now() } });
    }
    const account = query.get("account") ?? "";
    if (account !== session()) return asAnswer(refused(403, "ACCOUNT_MISMATCH"));
    if (pathname === "/api/venue/leverage") {
      return asAnswer({ status: 200, body: { results: [this.leverage] } });
    }
    if (pathname === "/api/venue/transfers") {
      const results = this.withdrawals.filter((one) => one.account === account).toReversed();
      return asAnswer({ status: 200, body: { results, next: null } });
    }
    const id = pathname.split("/orders/")[1];
    if (id !== undefined) {
      const order = this.orders.find((one) => one.id === id && one.account === account);
      return asAnswer(order ? { status: 200, body: order } : refused(404, "ORDER_NOT_FOUND"));
    }
    const market = query.get("market");
    const before = Number(query.get("cursor") ?? Number.MAX_SAFE_INTEGER);
    const size = Number(query.get("page_size") ?? 1_000);
    const matching = this.orders
      .filter((one) => one.account === account && Number(one.id) < before)
      .filter((one) => market === null || one.market === market)
      .filter((one) => query.get("status") === "ALL" || one.status !== "CLOSED")
      .toReversed();
    const results = matching.slice(0, size);
    const next = matching.length > size ? (results.at(-1)?.id ?? null) : null;
    return asAnswer({ status: 200, body: { results, next } });
  }
}

const NO_ANSWER: Answer = {
  ok: false,
  status: 0,
  code: "NETWORK",
  message: "No answer came.",
  data: undefined,
};

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function refused(status: number, error: string, message = "refused"): Outcome {
  return { status, body: { error, message } };
}

/** Builds the same answer as components/data/http.ts. */
export function asAnswer({ status, body }: Outcome): Answer {
  if (status < 300) return { ok: true, status, body: structuredClone(body) };
  const { error, message, data } = body as { error: string; message: string; data?: unknown };
  return { ok: false, status, code: error, message, data: structuredClone(data) };
}

export type Tab = {
  store: OrderTracker;
  settlements: Settlement[];
  /** Stops everything of the tab and frees its locks, as a browser does. Requests that it sent still arrive. */
  close: () => void;
};

/** A browser: the storage, locks and channel that its tabs share, and the session. */
export class FakeBrowser {
  session: string | undefined = ALICE;
  readonly stored = new Map<string, Intent>();
  /** The delay of each operation of storage, locks and channel; called for each. */
  delay: () => number = () => 1;
  /** True: nothing can be stored. */
  storageFails = false;
  /** True: the connection to storage is closed and answers nothing. */
  storageGivesUp = false;
  hasLocks = true;
  /** How far this computer's clock is ahead of the venue's. */
  skewMs = 0;
  /** Whether the page has measured the venue's clock. Until then it uses its own. */
  clockMeasured = false;
  readonly #measuring: (() => void)[] = [];
  readonly clock: VirtualClock;
  readonly venue: FakeVenue;
  readonly #listeners = new Map<Tab, (message: WriteMessage) => void>();
  readonly #locks = new Map<string, { tab: Tab; grant: () => void }[]>();

  constructor(clock: VirtualClock, venue: FakeVenue) {
    this.clock = clock;
    this.venue = venue;
  }

  open(account = this.session): Tab {
    let isOpen = true;
    /** Promises of a closed tab never resolve. */
    const alive = <Value>(promise: Promise<Value>): Promise<Value> =>
      promise.then((value) => (isOpen ? value : never()));
    const tab: Tab = {
      settlements: [],
      close: () => {
        isOpen = false;
        this.#listeners.delete(tab);
        for (const name of this.#locks.keys()) this.#leave(name, tab);
      },
      store: new OrderTracker({
        clock: {
          now: () => this.clock.now() + (this.clockMeasured ? 0 : this.skewMs),
          known: () => alive(this.#untilMeasured()),
          steady: this.clock.now,
          wait: (ms, signal) => alive(this.clock.wait(ms, signal)),
        },
        storage: this.#storage(alive),
        transport: {
          send: (intent) => alive(this.venue.send(intent)),
          read: (url) => alive(this.venue.read(url, () => this.session)),
        },
        channel: {
          post: (message) => this.#broadcast(tab, message),
          listen: (listener) => queueMicrotask(() => isOpen && this.#listeners.set(tab, listener)),
        },
        acquireLock: this.hasLocks
          ? (name, signal) => alive(this.#hold(name, signal, tab))
          : undefined,
      }),
    };
    tab.store.onSettled((settlement) => tab.settlements.push(settlement));
    tab.store.setAccount(account);
    void tab.store.recover();
    return tab;
  }

  /** Completes the measurement of the venue's clock. */
  measure(): void {
    this.clockMeasured = true;
    for (const resolve of this.#measuring.splice(0)) resolve();
  }

  #untilMeasured(): Promise<void> {
    if (this.clockMeasured || this.skewMs === 0) return Promise.resolve();
    return new Promise((resolve) => this.#measuring.push(resolve));
  }

  #unlessFailing<Answered>(answer: Answered): Answered | "failed" {
    return this.storageGivesUp ? "failed" : answer;
  }

  #storage(alive: <Value>(promise: Promise<Value>) => Promise<Value>): IntentStorage {
    const after = <Value>(run: () => Value) => alive(this.clock.wait(this.delay()).then(run));
    const own = new Map<string, Intent>();
    const where = () => (this.storageFails ? own : this.stored);
    return {
      put: (intent) => after(() => void where().set(intent.digest, structuredClone(intent))),
      has: (digest) => after(() => this.#unlessFailing(where().has(digest) ? "kept" : "gone")),
      all: () => after(() => [...where().values()]),
      take: (digest) => after(() => this.#unlessFailing(where().delete(digest) ? "taken" : "gone")),
    };
  }

  #broadcast(from: Tab, message: WriteMessage): void {
    for (const [tab, listener] of this.#listeners) {
      if (tab === from) continue;
      const copy = structuredClone(message);
      void this.clock.wait(this.delay()).then(() => {
        if (this.#listeners.has(tab)) listener(copy);
      });
    }
  }

  #hold(name: string, signal: AbortSignal, tab: Tab): ReturnType<AcquireLock> {
    return new Promise((resolve, reject) => {
      const waiter = {
        tab,
        grant: () => void this.clock.wait(this.delay()).then(() => resolve(release)),
      };
      const release = () => this.#leave(name, tab, waiter);
      const queue = this.#locks.get(name) ?? [];
      this.#locks.set(name, queue);
      queue.push(waiter);
      if (queue[0] === waiter) waiter.grant();
      signal.addEventListener("abort", () => {
        if (queue.indexOf(waiter) > 0) {
          this.#leave(name, tab, waiter);
          reject(new Error("given up"));
        }
      });
    });
  }

  #leave(name: string, tab: Tab, waiter?: { tab: Tab }): void {
    const queue = this.#locks.get(name) ?? [];
    const [first] = queue;
    const left = queue.filter((one) => one.tab !== tab || (waiter && one !== waiter));
    queue.splice(0, queue.length, ...left);
    if (queue[0] !== first) queue[0]?.grant();
  }
}

/** A signed write with a made-up signature: the test venue does not verify it. */
export async function sign(
  draft: WriteDraft,
  at: { account?: string; timestamp: number },
): Promise<SignedWrite> {
  const prepared = await prepareWrite(draft, at.account ?? ALICE, at.timestamp);
  return withSignature(prepared, new Uint8Array(64).fill(7));
}

export const LIMIT_ORDER: PlaceOrderFields = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.0100",
  price: "64000.0",
  order_type: "LIMIT",
  flags: 0,
  time_in_force: "GTC",
  ...NO_TRIGGER,
};

export const PLACE: WriteTarget = {
  kind: "place",
  market: "BTCUSDC",
  summary: "Buy",
  orderIds: [],
  order: LIMIT_ORDER,
  count: 1,
};
