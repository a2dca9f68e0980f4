/** Test support: records and events of an account's stream, and a page's stream that the test drives. */
import type { AccountEventName } from "#components/trading/live/account-follow.ts";
import type { Subscription } from "#components/trading/live/stream-client.ts";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { MarginRecord, StreamFill } from "#lib/protocol/wire/account-stream.ts";

export const ACCOUNT = "alice";

type Change<Row> = Partial<Record<keyof Row, unknown>>;

export function accountAt(version: number, change: Change<AccountRecord> = {}): AccountRecord {
  return {
    account: ACCOUNT,
    balance: "5",
    account_value: "5",
    initial_margin: "0",
    maintenance_margin: "0",
    free_collateral: "5",
    unrealized_pnl: "0",
    unsettled_funding: "0",
    settlement_asset: "USDC",
    status: "ACTIVE",
    fee_discount_ppm: 0,
    seq_no: version,
    last_updated_at: version,
    ...change,
  } as AccountRecord;
}

export function orderAt(
  id: string,
  version: number,
  change: Change<OrderRecord> = {},
): OrderRecord {
  return {
    id,
    account: ACCOUNT,
    signer: ACCOUNT,
    market: "BTCUSDC",
    side: "BUY",
    size: "1",
    remaining_size: "1",
    filled_size: "0",
    avg_fill_price: null,
    price: "90",
    order_type: "LIMIT",
    time_in_force: "GTC",
    flags: 0,
    trigger_price: null,
    trigger_source: null,
    status: "OPEN",
    cancel_reason: "",
    client_id: null,
    seq_no: version,
    timestamp: version,
    digest: "",
    created_at: version,
    last_updated_at: version,
    ...change,
  } as OrderRecord;
}

export function positionAt(
  market: string,
  version: number,
  change: Change<PositionRecord> = {},
): PositionRecord {
  return {
    account: ACCOUNT,
    market,
    side: "LONG",
    size: "1",
    average_entry_price: "90",
    cost: "90",
    mark_price: "91",
    unrealized_pnl: "1",
    unsettled_funding: "0",
    liquidation_price: null,
    initial_margin: "9",
    maintenance_margin: "4",
    last_updated_at: version,
    ...change,
  } as PositionRecord;
}

export function fillOf(
  id: number,
  order: string | null,
  change: Change<StreamFill> = {},
): StreamFill {
  return {
    id,
    account: ACCOUNT,
    market: "BTCUSDC",
    trade_id: id,
    order_id: order,
    trade_type: "FILL",
    side: "BUY",
    price: "90",
    size: "1",
    fee: "0.01",
    liquidity: "MAKER",
    realized_pnl: "0",
    source: "perp",
    created_at: id,
    trigger_price: null,
    ...change,
  } as StreamFill;
}

export const RESET = { account: ACCOUNT, reset: true };
export const MARGIN: MarginRecord = {
  account: ACCOUNT,
  level: "SAFE",
  maintenance_share: null,
  nearest: null,
  liquidation: null,
};

/** The stream of a page, as `streamClient` offers it. */
export class FakeStream {
  /** What the page follows. */
  market: string | undefined;
  #subscription: Subscription | undefined;
  #epoch = 0;

  readonly client = {
    subscribe: (subscription: Subscription) => {
      this.market = subscription.market;
      this.#subscription = subscription;
      subscription.onState({ connection: "connecting", epoch: 0 });
      const release = () => {
        this.market = undefined;
        this.#subscription = undefined;
      };
      return { setIntervals: () => undefined, release };
    },
  };

  connect(): void {
    this.#subscription?.onState({ connection: "open", epoch: this.#epoch });
  }

  lose(): void {
    this.#subscription?.onState({ connection: "reconnecting", epoch: this.#epoch });
    this.#epoch += 1;
  }

  send(name: AccountEventName, data: object): void {
    this.#subscription?.onAccountEvent?.(name, JSON.stringify(data));
  }

  /** Connects and sends a whole state. */
  begin({
    account = accountAt(1),
    positions = [],
    orders = [],
  }: {
    account?: AccountRecord;
    positions?: PositionRecord[];
    orders?: OrderRecord[];
  } = {}): void {
    this.connect();
    this.send("reset", RESET);
    this.send("account", account);
    for (const position of positions) this.send("position", position);
    for (const order of orders) this.send("order", order);
    this.send("margin", MARGIN);
  }
}
