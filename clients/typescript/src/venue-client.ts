/**
 * A client of the trading venue in one file, to copy into your own project. Needs no package. Node 22.18 or later runs it as
 * it is; compiled, it runs on Node 20.
 * Everything that it does is described in docs/api/README.md; docs/api/vectors prove its bytes.
 *
 * Sizes and prices are decimal strings: they are signed and sent as you write them. Times are Unix milliseconds.
 */
import * as crypto from "node:crypto";

export type PlaceOrder = {
  market: string;
  side: "BUY" | "SELL";
  size: string;
  /** Absent for market orders and triggers. */
  price?: string;
  order_type: "MARKET" | "LIMIT" | "TAKE_PROFIT_MARKET" | "STOP_LOSS_MARKET";
  time_in_force: "GTC" | "IOC" | "FOK";
  /** POST_ONLY = 1, REDUCE_ONLY = 2. */
  flags?: number;
  trigger_price?: string;
  trigger_source?: "LastPrice" | "MarkPrice";
  /**
   * Your own name for the order, up to 36 characters: it names one order for 24 hours, so that you can send again what may have
   * been lost. It is the only field that is not signed.
   */
  client_id?: string;
};

/** An order of a group; one that follows the position has no size. */
export type GroupOrder = Omit<PlaceOrder, "size"> & { size?: string };
export type OrderGroup = { grouping: "ENTRY" | "POSITION"; orders: readonly GroupOrder[] };

/** `size` is the new total. `price` of an untriggered order is its new trigger price; absent keeps it. */
export type ModifyOrder = Pick<PlaceOrder, "market" | "side" | "order_type" | "size" | "price">;

/** The fields a program needs first; GET /v1/openapi.json lists all. */
export type Order = {
  id: string;
  market: string;
  status: "NEW" | "WAITING" | "UNTRIGGERED" | "OPEN" | "CLOSED";
  cancel_reason: string;
  remaining_size: string;
  filled_size: string;
  avg_fill_price: string | null;
  digest: string;
  [field: string]: unknown;
};
/** Unix milliseconds, both included. */
export type Span = { start_at?: number; end_at?: number; cursor?: string };
/** The span is that of the placement. */
export type OrderFilter = Span & {
  status?: "OPEN" | "CLOSED" | "ALL";
  market?: string;
  client_id?: string;
};
export type FillFilter = Span & { market?: string; order_id?: string };
/** Give `next` as `cursor` until it is null. */
export type Page<Row> = { results: Row[]; next: string | null };
/** One side of a fill; `order_id` is null where no order of the account was behind it. */
export type AccountFill = {
  id: number;
  market: string;
  order_id: string | null;
  side: "BUY" | "SELL";
  price: string;
  size: string;
  fee: string;
  liquidity: "MAKER" | "TAKER";
  created_at: number;
  [field: string]: unknown;
};
export type LimitState = Record<"limit" | "per_second" | "remaining" | "reset_seconds", number>;
/** A deposit or a withdrawal. */
export type Transfer = {
  id: string;
  kind: "DEPOSIT" | "WITHDRAWAL";
  status: "RESERVED" | "SENT" | "SETTLED" | "RETURNED";
  amount: string;
  /** For a withdrawal, null until it is SENT, then the latest transaction that was sent. */
  tx_hash: string | null;
  digest: string | null;
  [field: string]: unknown;
};
/** `fee` is part of `amount`, as `/v1/withdrawals/terms` asks for it; with `opens_account` it contains `opening_fee`. */
export type Withdrawal = { amount: string; fee?: string; opens_account?: boolean };
/** USDC, and how many withdrawals an account may make in 24 hours. */
export type WithdrawalTerms = { fee: string; opening_fee: string; a_day: number };
export type BatchItem =
  | { status: "ok"; order: Order }
  | { status: "error"; error: string; message: string; data?: Order };

/** The leverage of the account in a market. */
export type Leverage = { market: string; leverage: number; mode: "CROSS" | "ISOLATED" };
/** `amount` in USDC, with a minus to remove margin. */
export type IsolatedMargin = { market: string; amount: string };
type MarginFigure = "wallet" | "value" | "initial_margin" | "maintenance_margin" | "removable";
export type IsolatedMarginRecord = Record<"market" | MarginFigure, string>;
export type LeverageRecord = Leverage & { max_leverage: number; im_ratio: number; chosen: boolean };
export type PlacedGroup = { group_id: string; grouping: OrderGroup["grouping"]; orders: Order[] };

export const SCOPE = { TRADE: 1, CANCEL: 2, COPY: 4 };

/**
 * The venue refused. `code` is stable, the message is for people. A refusal inside a duplicate's data always has status
 * 409.
 */
export class VenueRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: unknown;
  readonly retryAfterSeconds: number;
  /** False for a server failure, which leaves open whether a write took place. */
  readonly final: boolean;

  constructor(status: number, body: Record<string, unknown>, headers?: Headers) {
    super(`${status} ${String(body["error"])}: ${String(body["message"])}`);
    this.status = status;
    this.code = String(body["error"]);
    this.data = body["data"];
    this.retryAfterSeconds = Number(headers?.get("retry-after") ?? 0);
    this.final = status < 500 || this.code === "MARKET_HALTED";
  }
}

/**
 * The write may or may not have taken place: look for an order with this digest before you sign another. An order with a
 * `client_id` may be placed again at any time within a day: `placeOrderOnce` does it.
 */
export class UnknownOutcome extends Error {
  readonly digest: string;

  constructor(digest: string) {
    super(`the fate of the write ${digest} is unknown`);
    this.digest = digest;
  }
}

// --- keys -------------------------------------------------------------------------------------------------------

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export function base58Encode(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
  let text = "";
  for (; number > 0n; number /= 58n) text = BASE58.charAt(Number(number % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** A public key: 32 bytes. */
export function base58Decode(text: string): Buffer {
  let number = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit === -1) throw new TypeError(`${character} is no base58`);
    number = number * 58n + BigInt(digit);
  }
  return Buffer.from(number.toString(16).padStart(64, "0"), "hex");
}

/** An Ed25519 key. Keep the seed secret: anyone who has it can trade. */
export class Signer {
  /** Base58. */
  readonly publicKey: string;
  readonly #key: crypto.KeyObject;

  constructor(seed: Uint8Array = crypto.randomBytes(32)) {
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
    this.#key = crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    const spki = crypto.createPublicKey(this.#key).export({ format: "der", type: "spki" });
    this.publicKey = base58Encode(spki.subarray(-32));
  }

  /** Signs the hex text of a digest, not the bytes of the digest. */
  signDigest(digestHex: string): string {
    return crypto.sign(null, Buffer.from(digestHex), this.#key).toString("hex");
  }
}

// --- what is signed ---------------------------------------------------------------------------------------------

type Whole = string | number | bigint;
type Cancel = { order_id: Whole; market: string };
type Fields = Record<string, unknown>;

const SIDE = { BUY: 0, SELL: 1 };
const ORDER_TYPE = { MARKET: 0, LIMIT: 1, TAKE_PROFIT_MARKET: 5, STOP_LOSS_MARKET: 7 };
const TIME_IN_FORCE = { GTC: 0, IOC: 1, FOK: 2 };
const GROUPING = { ENTRY: 0, POSITION: 1 };
const MARGIN_MODE = { CROSS: 0, ISOLATED: 1 };
const TRIGGER_SOURCE = { LastPrice: 0, MarkPrice: 1 };

// Little-endian, like the machines on which Node runs.
const u8 = (value: number) => Buffer.of(value);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u16 = (value: number) => Buffer.of(value & 0xff, value >> 8);
const u64 = (value: Whole) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const string = (value: string) =>
  Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)]);
const option = <T>(value: T | null | undefined, write: (present: T) => Buffer) =>
  value === null || value === undefined ? u8(0) : Buffer.concat([u8(1), write(value)]);
const vec = <T>(items: T[], write: (item: T) => Buffer) =>
  Buffer.concat([u32(items.length), ...items.map(write)]);
const triggerSource = (source: 0 | 1 | keyof typeof TRIGGER_SOURCE) =>
  u8(typeof source === "number" ? source : TRIGGER_SOURCE[source]);

const place = (order: GroupOrder) =>
  Buffer.concat([
    string(order.market),
    u8(SIDE[order.side]),
    string(order.size ?? ""),
    option(order.price, string),
    u8(ORDER_TYPE[order.order_type]),
    u8(order.flags ?? 0),
    u8(TIME_IN_FORCE[order.time_in_force]),
    option(order.trigger_price, string),
    option(order.trigger_source, triggerSource),
  ]);
const cancel = (order: Cancel) => Buffer.concat([u64(order.order_id), string(order.market)]);
type NewSigner = { signer: string; label: string; scopes: number; expires_at: Whole };
type NewKey = { label: string; signer: string | null; expires_at: Whole };

/** The payload of each operation, without the timestamp that follows it. Public keys are base58. */
const LAYOUT = {
  place_order: place,
  modify_order: (change: ModifyOrder & Cancel) =>
    Buffer.concat([
      u64(change.order_id),
      string(change.market),
      u8(SIDE[change.side]),
      u8(ORDER_TYPE[change.order_type]),
      string(change.size),
      option(change.price, string),
    ]),
  cancel_order: cancel,
  place_batch_orders: ({ orders }: { orders: PlaceOrder[] }) => vec(orders, place),
  place_order_group: ({ grouping, orders }: OrderGroup) =>
    Buffer.concat([u8(GROUPING[grouping]), vec([...orders], place)]),
  cancel_batch_orders: ({ orders }: { orders: Cancel[] }) => vec(orders, cancel),
  cancel_by_client_id: ({ client_id }: { client_id: string }) => string(client_id),
  cancel_all_orders: ({ market }: { market: string | null }) => option(market, string),
  schedule_cancel: ({ time }: { time: Whole | null }) => option(time, u64),
  update_leverage: ({ market, leverage, mode }: Leverage) =>
    Buffer.concat([string(market), u16(leverage), u8(MARGIN_MODE[mode])]),
  update_isolated_margin: ({ market, amount }: IsolatedMargin) =>
    Buffer.concat([string(market), string(amount)]),
  register_signer: ({ signer, label, scopes, expires_at }: NewSigner) =>
    Buffer.concat([base58Decode(signer), string(label), u8(scopes), u64(expires_at)]),
  revoke_signer: ({ signer }: { signer: string }) => base58Decode(signer),
  create_api_key: ({ label, signer, expires_at }: NewKey) =>
    Buffer.concat([string(label), option(signer, base58Decode), u64(expires_at)]),
  revoke_api_key: ({ id }: { id: string }) => string(id),
  withdraw: ({ amount, fee, opens_account }: Withdrawal) =>
    fee === undefined
      ? string(amount)
      : Buffer.concat([string(amount), string(fee), u8(opens_account === true ? 1 : 0)]),
};
export type Operation = keyof typeof LAYOUT;

export function payloadOf(operation: Operation, fields: object, timestamp: Whole): Buffer {
  return Buffer.concat([LAYOUT[operation](fields as never), u64(timestamp)]);
}

/** Hex of SHA-256("svc-trading:<operation>" ‖ account ‖ payload). This text is what gets signed. */
export function digestOf(operation: Operation, account: string, payload: Buffer): string {
  const hash = crypto.createHash("sha256").update(`svc-trading:${operation}`);
  return hash.update(base58Decode(account)).update(payload).digest("hex");
}

// --- requests ---------------------------------------------------------------------------------------------------

type Target = { method: "POST" | "PUT" | "DELETE"; path: string; body?: object };
type Call = { method: string; path: string; headers: Record<string, string>; body?: string };
type Batch = { results: BatchItem[] };
/** A write without an answer after this long is unknown. */
const ANSWER_MS = 5_000;
/** The venue refuses a write that is signed for later than this. */
const AHEAD_MS = 5_000;
const ATTEMPTS = 4;

export class VenueClient {
  readonly url: string;
  /** Base58 key of the owner of the account. */
  readonly account: string;
  readonly signer: Signer;
  apiKey: string;
  #clockOffset = 0;
  #lastTimestamp = 0;

  constructor(options: { url: string; signer: Signer; account?: string; apiKey?: string }) {
    this.url = options.url.replace(/\/+$/, "");
    this.signer = options.signer;
    this.account = options.account ?? options.signer.publicKey;
    this.apiKey = options.apiKey ?? "";
  }

  /** Takes the venue's clock: signed timestamps must lie within -30 s and +5 s of it. */
  async syncClock(): Promise<void> {
    const { server_time } = await this.read<{ server_time: number }>("/v1/time");
    this.#clockOffset = server_time - Date.now();
  }

  /** Signed by the owner; needs no API key. Only this answer contains the text of the key. */
  async createKey(label: string, expires_at = 0, signer: string | null = null) {
    const body = { label, signer, expires_at };
    const target: Target = { method: "POST", path: "/v1/keys", body };
    // Not repeated, because a duplicate's answer omits the text of the key. Sign a new one instead.
    const { call } = this.#sign("create_api_key", body, target);
    const created = await this.#send<{ id: string; key: string }>(call);
    this.apiKey = created.key;
    return created;
  }

  placeOrder(order: PlaceOrder): Promise<Order> {
    return this.#post("place_order", "/v1/orders", order);
  }

  /**
   * Places the order at most once a day under its `client_id`, however often you call it: after a lost answer it signs the order
   * again, and the venue refuses the second with the first. It answers with the order as it is now.
   */
  async placeOrderOnce(order: PlaceOrder & { client_id: string }): Promise<Order> {
    let last: unknown;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.placeOrder(order).catch((error: unknown) => error);
      if (!(answer instanceof Error)) return answer as Order;
      last = answer;
      if (answer instanceof VenueRefusal && answer.code === "DUPLICATED_CLIENT_ID") {
        return answer.data as Order;
      }
      if (!(answer instanceof UnknownOutcome)) throw answer;
    }
    throw last;
  }

  modifyOrder(order_id: string, body: ModifyOrder): Promise<Order> {
    const target: Target = { method: "PUT", path: `/v1/orders/${order_id}`, body };
    return this.#write("modify_order", { order_id, ...body }, target);
  }

  cancelOrder(order_id: string, market: string): Promise<Order> {
    const path = `/v1/orders/${order_id}${query({ market })}`;
    return this.#write("cancel_order", { order_id, market }, { method: "DELETE", path });
  }

  /** 1 to 50 orders under one signature; each has its own result, in order. */
  placeOrders(orders: PlaceOrder[]): Promise<Batch> {
    return this.#post("place_batch_orders", "/v1/orders/batch", { orders });
  }

  /**
   * ENTRY: an entry, then a take profit and a stop that protect what it fills. POSITION: a take profit and a stop that follow the
   * position; they have no size. All or none are placed, under one signature.
   */
  placeGroup(group: OrderGroup): Promise<PlacedGroup> {
    return this.#post("place_order_group", "/v1/orders/group", group);
  }

  /** 1 to 100 orders under one signature. */
  cancelOrders(orders: { order_id: string; market: string }[]): Promise<Batch> {
    return this.#post("cancel_batch_orders", "/v1/orders/batch/cancel", { orders });
  }

  /** The open order with this id, whose order id you may not know. */
  cancelByClientId(client_id: string): Promise<Order> {
    const path = `/v1/orders/client/${encodeURIComponent(client_id)}`;
    return this.#write("cancel_by_client_id", { client_id }, { method: "DELETE", path });
  }

  /** Every open order of a market, or of the account. */
  cancelAllOrders(market: string | null = null): Promise<Batch> {
    const target: Target = { method: "DELETE", path: `/v1/orders${query({ market })}` };
    return this.#write("cancel_all_orders", { market }, target);
  }

  /** All orders are cancelled at `time` unless this is called again before then; null cancels the schedule. */
  scheduleCancel(time: number | null): Promise<{ time: number | null }> {
    return this.#post("schedule_cancel", "/v1/orders/schedule-cancel", { time });
  }

  /** `leverage`: a whole number up to the market's highest. Refused when the account's free margin cannot carry it. */
  updateLeverage(change: Leverage): Promise<LeverageRecord> {
    return this.#post("update_leverage", "/v1/leverage", change);
  }

  /** Moves USDC between the account's balance and the wallet of an isolated position. */
  updateIsolatedMargin(change: IsolatedMargin): Promise<IsolatedMarginRecord> {
    return this.#post("update_isolated_margin", "/v1/isolated-margin", change);
  }

  /** Lets another key sign for this account. The owner and the new key both sign. */
  registerSigner(added: Signer, terms: { label: string; scopes: number; expires_at: number }) {
    const body = { signer: added.publicKey, ...terms };
    const target = { method: "POST", path: "/v1/signers", body } as const;
    return this.#write<object>("register_signer", body, { ...target, newSigner: added });
  }

  /** Cancels the orders that this signer has placed. */
  revokeSigner(signer: string): Promise<{ revoked: true; canceled_orders: string[] }> {
    const target: Target = { method: "DELETE", path: `/v1/signers/${signer}` };
    return this.#write("revoke_signer", { signer }, target);
  }

  revokeKey(id: string): Promise<{ revoked: true }> {
    const path = `/v1/keys/${encodeURIComponent(id)}`;
    return this.#write("revoke_api_key", { id }, { method: "DELETE", path });
  }

  /**
   * Takes USDC from the balance; less the fee it goes to the account's own token account. Only the owner can sign it. After an
   * unknown outcome look for the digest in `/v1/transfers/search`.
   */
  withdraw(withdrawal: Withdrawal): Promise<{ transfer: Transfer }> {
    return this.#post("withdraw", "/v1/withdrawals", withdrawal);
  }

  /** The same account and API key, with the signatures of a registered signer. */
  signedBy(signer: Signer): VenueClient {
    const { url, account, apiKey } = this;
    const client = new VenueClient({ url, signer, account, apiKey });
    client.#clockOffset = this.#clockOffset;
    return client;
  }

  /** Any read, for example `/v1/markets`, `/v1/positions`, `/v1/fills?market=BTCUSDC`. No signature headers go with it. */
  read<Answer>(path: string): Promise<Answer> {
    return this.#send<Answer>({ method: "GET", path, headers: this.#authorization() });
  }

  orders(filter: OrderFilter = {}) {
    return this.read<Page<Order>>(`/v1/orders${query(filter)}`);
  }

  fills(filter: FillFilter = {}) {
    return this.read<Page<AccountFill>>(`/v1/fills${query(filter)}`);
  }

  /** The rate at the end of each hour, oldest first; without `start_at` the latest ones. */
  fundingRates(market: string, span: Span = {}) {
    const path = `/v1/markets/funding${query({ market, ...span })}`;
    return this.read<Page<{ start: number; rate: string }>>(path);
  }

  /** What is left of the limits of the key. */
  rateLimits() {
    return this.read<{ orders: LimitState; reads: LimitState }>("/v1/rate-limits");
  }

  /** What became of an order: one that is open, or was placed in the last 24 hours. */
  async orderByClientId(client_id: string): Promise<Order | undefined> {
    const { results } = await this.orders({ client_id });
    return results[0];
  }

  #authorization(): Record<string, string> {
    return this.apiKey === "" ? {} : { authorization: `Bearer ${this.apiKey}` };
  }

  /** `newSigner` signs the same digest, which is the consent of a new signer. */
  #sign(operation: Operation, fields: object, target: Target & { newSigner?: Signer }) {
    // Timestamps strictly ascend, because the same fields at the same millisecond would be the same bytes: a duplicate. A last one
    // that the venue would refuse is of a clock that was set right since.
    const now = Date.now() + this.#clockOffset;
    const last = this.#lastTimestamp;
    const timestamp = last > now + AHEAD_MS ? now : Math.max(now, last + 1);
    this.#lastTimestamp = timestamp;
    const digest = digestOf(operation, this.account, payloadOf(operation, fields, timestamp));
    const { method, path, body, newSigner } = target;
    const headers: Record<string, string> = {
      ...this.#authorization(),
      "content-type": "application/json",
      "x-signature": this.signer.signDigest(digest),
      "x-signature-timestamp": String(timestamp),
      "x-signer-pubkey": this.signer.publicKey,
      "x-account-pubkey": this.account,
    };
    if (newSigner) headers["x-new-signer-signature"] = newSigner.signDigest(digest);
    const call: Call = { method, path, headers };
    if (body) call.body = JSON.stringify(body);
    return { call, digest };
  }

  /**
   * Signs once and sends the same bytes until the outcome is known. A write without an answer after 5 s is
   * unknown. Before it sends again, it looks for the order. If the first send did arrive, the venue answers
   * the second with 409 DUPLICATE_REQUEST and the original result, whether an answer or a refusal.
   */
  /** The signed fields are the body. */
  #post<Answer>(operation: Operation, path: string, body: object): Promise<Answer> {
    return this.#write(operation, body, { method: "POST", path, body });
  }

  async #write<Answer>(
    operation: Operation,
    fields: object,
    target: Target & { newSigner?: Signer },
  ): Promise<Answer> {
    const { call, digest } = this.#sign(operation, fields, target);
    let unknown = false;
    let last: unknown;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.#send<Answer>(call).catch((error: unknown) => error);
      if (!(answer instanceof Error)) return answer as Answer;
      last = answer;
      const refusal = answer instanceof VenueRefusal && answer.final ? answer : undefined;
      if (refusal?.code === "DUPLICATE_REQUEST" && unknown) return originalOf<Answer>(refusal);
      // The first send revoked the key, so the key no longer authenticates the second.
      if (refusal?.status === 401 && unknown && operation === "revoke_api_key") {
        return { ...fields, revoked: true } as Answer;
      }
      // The venue would refuse these bytes as too old.
      if (refusal?.code === "TIMESTAMP_OUT_OF_WINDOW" && unknown) break;
      if (refusal && refusal.status !== 429) throw refusal;
      if (!refusal) unknown = true;
      const seconds = refusal?.retryAfterSeconds || 0.25 * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
      const placed = operation === "place_order" && unknown && (await this.#placed(digest, fields));
      if (placed) return placed as Answer;
    }
    throw unknown ? new UnknownOutcome(digest) : last;
  }

  /** The order of an earlier send, if it is there: its digest is that of the signed bytes. */
  async #placed(digest: string, order: { client_id?: string }): Promise<Order | undefined> {
    const { client_id = "" } = order;
    const recent = await this.orders({ status: "ALL", client_id }).catch(() => undefined);
    return recent?.results.find((order) => order.digest === digest);
  }

  /** @throws VenueRefusal on any status but 2xx; another error when no answer came. */
  async #send<Answer>({ path, ...init }: Call): Promise<Answer> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(`${this.url}${path}`, { ...init, signal });
    const body = (await response.json()) as Fields;
    if (!response.ok) throw new VenueRefusal(response.status, body, response.headers);
    return body as Answer;
  }
}

/** Returns the answer to the first send. @throws VenueRefusal when it was a refusal */
function originalOf<Answer>({ status, data }: VenueRefusal): Answer {
  if (!("error" in (data as Fields))) return data as Answer;
  throw new VenueRefusal(status, data as Fields);
}

function query(parameters: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const texts = given.map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? "" : `?${new URLSearchParams(texts).toString()}`;
}
