/** The account's lists from its stream: into the store, once a frame. Loaded with a session. */
import { accountMarket } from "#components/trading/live/account-follow.ts";
import type { StreamClient, StreamState } from "#components/trading/live/stream-client.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { StreamFill } from "#lib/protocol/wire/account-stream.ts";
import {
  type AccountEvent,
  AccountState,
  type ListName,
  parseAccountEvent,
} from "./account-state.ts";
import { type AccountData, putRead, readOf } from "./account-store.ts";
import { addRow } from "./add-row.ts";
import type { WrittenOrder } from "./shown-writes.ts";
import { announceFact, type Streamed, setStreamed } from "./streamed.ts";

export type StreamReadsParts = {
  account: string;
  /**
   * Called when the lists become live, and when they are no more. `hadGap`: facts may have been missed since they were
   * last live.
   */
  onLive: (isLive: boolean, hadGap: boolean) => void;
  client: Pick<StreamClient, "subscribe">;
  /** Runs the task before the next frame; in a hidden page, which has none, at once. */
  frame: (task: () => void) => void;
};

const LISTS = ["account", "positions", "orders"] as const satisfies readonly ListName[];
/** An order with more fills than these has its result read. */
const MAX_FILLS = 500;

export class StreamReads implements Streamed {
  readonly account: string;
  readonly #parts: StreamReadsParts;
  readonly #state = new AccountState();
  readonly #changed = new Set<ListName>();
  readonly #waiting = new Set<() => void>();
  #fills: StreamFill[] = [];
  #release: (() => void) | undefined;
  #connection: StreamState = { connection: "connecting", epoch: 0 };
  #isLive = false;
  #wasLive = false;
  #hadGap = false;
  /** A read contradicts the stream, which is not believed before its next whole state. */
  #isDoubted = false;
  #isScheduled = false;

  constructor(parts: StreamReadsParts) {
    this.#parts = parts;
    this.account = parts.account;
  }

  start(): void {
    setStreamed(this);
    const { release } = this.#parts.client.subscribe({
      market: accountMarket(this.account),
      intervals: [],
      onEvent: () => undefined,
      onAccountEvent: (name, text) => {
        const event = parseAccountEvent(this.account, name, text);
        if (event !== undefined) this.#apply(event);
      },
      onState: (state) => this.#connect(state),
    });
    this.#release = release;
  }

  stop(): void {
    this.#release?.();
    this.#isLive = false;
    setStreamed(undefined);
    this.#wake();
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  get fills(): readonly StreamFill[] {
    return this.#fills;
  }

  order(id: string): OrderRecord | undefined {
    return this.#state.order(id);
  }

  /** The lists as they were last sent. */
  get lists(): Pick<AccountData, ListName> {
    const { account = null, positions, orders } = this.#state;
    return { account, positions, orders };
  }

  /** Not live until the next whole state. */
  doubt(): void {
    this.#isDoubted = true;
    this.#update();
  }

  /** Resolves to true once the lists show these orders, in these or later versions; to false after `waitMs`. */
  async untilShown(orders: readonly WrittenOrder[], waitMs: number): Promise<boolean> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, waitMs);
    while (!this.#shows(orders) && !isLate)
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    clearTimeout(timer);
    this.#publish();
    return this.#shows(orders);
  }

  #shows(orders: readonly WrittenOrder[]): boolean {
    const versionOf = (id: string) => this.#state.order(id)?.seq_no ?? -1;
    return this.#isLive && orders.every(({ id, seq_no: version }) => versionOf(id) >= version);
  }

  #apply(event: AccountEvent): void {
    if (event.name === "reset") this.#isDoubted = false;
    if (event.name === "followed") this.#noteGap();
    for (const list of this.#state.apply(event)) this.#changed.add(list);
    this.#update();
    this.#announce(event);
    this.#schedule();
    this.#wake();
  }

  #announce(event: AccountEvent): void {
    if (event.name === "fill") {
      if (this.#fills.some(({ id }) => id === event.data.id)) return;
      this.#fills = [...this.#fills, event.data].slice(-MAX_FILLS);
      announceFact(event, addRow);
    }
    if (event.name === "transfer" || event.name === "funding") announceFact(event, addRow);
    // A whole state repeats orders to which nothing happened.
    if (event.name === "order" && this.#state.isComplete) announceFact(event, addRow);
  }

  #connect(state: StreamState): void {
    const isInterrupted = state.epoch !== this.#connection.epoch;
    if (isInterrupted) this.#state.interrupt();
    if (isInterrupted || state.connection !== "open") this.#noteGap();
    this.#connection = state;
    this.#update();
  }

  /** Facts may be missed from here on. */
  #noteGap(): void {
    this.#hadGap = true;
    this.#fills = [];
  }

  #update(): void {
    const isOpen = this.#connection.connection === "open";
    const isLive = isOpen && this.#state.isComplete && !this.#isDoubted;
    if (isLive === this.#isLive) return;
    this.#isLive = isLive;
    const hadGap = this.#hadGap && this.#wasLive;
    if (isLive) {
      this.#wasLive = true;
      this.#hadGap = false;
      for (const list of LISTS) this.#changed.add(list);
    }
    this.#parts.onLive(isLive, hadGap);
    this.#schedule();
    this.#wake();
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#isLive || this.#changed.size === 0) return;
    this.#isScheduled = true;
    this.#parts.frame(() => {
      this.#isScheduled = false;
      this.#publish();
    });
  }

  #publish(): void {
    if (!this.#isLive) return;
    const { account, positions, orders } = this.lists;
    if (this.#changed.has("account")) this.#put("account", account);
    if (this.#changed.has("positions")) this.#put("positions", positions);
    if (this.#changed.has("orders")) this.#put("orders", orders);
    this.#changed.clear();
  }

  #put<Name extends ListName>(name: Name, data: AccountData[Name]): void {
    const { data: before, isPending, isError } = readOf(this.account, name);
    if (data === before && !isPending && !isError) return;
    putRead(this.account, name, { data, isPending: false, isError: false, error: null });
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }
}

export function beforeNextFrame(task: () => void): void {
  if (document.hidden) task();
  else requestAnimationFrame(task);
}
