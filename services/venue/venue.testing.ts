/** A venue over a temporary folder, and traders that sign like any client: for tests and benchmarks. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { base58 } from "@scure/base";
import { Secret } from "#lib/kernel/env.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { requestOf, type SignedWrite, Wallet } from "#lib/kernel/wallet.ts";
import type { OrderType, Side } from "#lib/protocol/enumerations.ts";
import type { OrderGroupBody } from "#lib/protocol/orders/groups.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import {
  encodeCancelAllOrders,
  encodeCancelBatchOrders,
  encodeCancelByClientId,
  encodeModifyOrder,
  encodeRegisterSigner,
  encodeRevokeApiKey,
  encodeRevokeSigner,
  encodeScheduleCancel,
  encodeUpdateIsolatedMargin,
  encodeUpdateLeverage,
  type SigningOperation,
  type UpdateIsolatedMarginFields,
  type UpdateLeverageFields,
  type WithdrawFields,
} from "#lib/protocol/signing/signing.ts";
import type { WithdrawalSettings } from "./calls/answer-call.ts";
import { listen } from "./gateway/listen.ts";
import { GatewayCounters } from "./gateway/request/counters.ts";
import { CredentialMirror } from "./gateway/request/credential-mirror.ts";
import { Gateway } from "./gateway/request/gateway.ts";
import { createGatewayServer } from "./gateway/server.ts";
import { hubLink } from "./link/hub-link.ts";
import { Link } from "./link/link.ts";
import type { CredentialChange } from "./link/messages.ts";
import { loadGateways, startGatewayThreads } from "./process/gateway-threads.ts";
import { type OpenVenue, openVenue } from "./process/open-venue.ts";
import { createVenueHost, type VenueHost } from "./process/venue-host.ts";

export const OPERATOR_KEY = `operator_${"0a".repeat(32)}`;
export const PARTNER_KEY = `partner_${"0b".repeat(32)}`;

export const READER_KEY = `reader_${"0c".repeat(32)}`;
export const CUSTODY_KEY = `custody_${"0d".repeat(32)}`;

export type TestVenue = {
  venue: OpenVenue;
  url: string;
  /** Advances only by `advance`, unless the venue was started with the system's clock. */
  clock: Clock & { advance: (milliseconds: number) => void };
  folder: string;
  /** A request of the operator: a POST when there is a body, otherwise a GET. */
  operator: (path: string, body?: unknown) => Promise<Answer>;
  /** The same of custody. */
  custody: (path: string, body?: unknown) => Promise<Answer>;
  /** The tick that the venue's process makes once a second. */
  tick: () => Promise<void>;
  /** Ends the gateways as a shutdown does. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
};

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

export type TestVenueOptions = {
  /** Kept when the venue closes; otherwise a temporary one. */
  folder?: string;
  clock?: "fake" | "system";
  /** Gateway threads, which use the system's clock; without, one gateway in this thread. */
  gateways?: number;
  /** Without it, the venue has no partner key. */
  partnerKey?: string;
  /** Without it, the venue has no reader key. */
  readerKey?: string;
  /** Without it, the venue has no custody key. */
  custodyKey?: string;
  /** 32 bytes as hex; without it, the venue makes no proofs of reserves. */
  reservesSeed?: string;
  operatorAddresses?: string[];
  readerAddresses?: string[];
  trustedProxies?: number;
  /** Requests per minute of one address; so many that none is refused, unless a test is about it. */
  addressPerMinute?: number;
  /** New accounts per minute of one address; many, for the same reason. */
  accountsPerMinute?: number;
  connections?: number;
  /** Nothing asked for and many a day, unless a test is about it. */
  withdrawals?: WithdrawalSettings;
};

/** Starts a venue in this process on a free port. */
export async function startVenue(options: TestVenueOptions = {}): Promise<TestVenue> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "venue-")));
  const clock = options.clock === "system" || options.gateways ? movableClock() : fakeClock();
  const venue = await openVenue({
    folder,
    clock,
    operatorKey: new Secret(OPERATOR_KEY),
    partnerKey: options.partnerKey === undefined ? undefined : new Secret(options.partnerKey),
    readerKey: options.readerKey === undefined ? undefined : new Secret(options.readerKey),
    custodyKey: options.custodyKey === undefined ? undefined : new Secret(options.custodyKey),
    onFailure: (error) => {
      throw error;
    },
    follower: "inline",
  });
  clock.advance(Math.max(0, venue.state.time - clock.now()));
  const log = createLogger("venue", "silent");
  const parts = createVenueHost(venue, log, {
    operatorAddresses: options.operatorAddresses ?? [],
    readerAddresses: options.readerAddresses ?? [],
    metricsAddresses: ["127.0.0.1"],
    trustedProxies: options.trustedProxies ?? 0,
    connections: options.connections ?? 2_000,
    addressPerMinute: options.addressPerMinute ?? 1_000_000,
    accountsPerMinute: options.accountsPerMinute ?? 1_000_000,
    reserves: options.reservesSeed ? { folder, seed: options.reservesSeed } : undefined,
    withdrawals: options.withdrawals ?? { fee: 0n, openingFee: 0n, aDay: 1_000_000 },
  });
  const { port, drain } = options.gateways
    ? await startGatewayThreads({
        ...parts,
        workers: loadGateways(options.gateways),
        address: { host: "127.0.0.1", port: 0 },
        logLevel: "silent",
        onFailure: (error) => {
          throw error;
        },
      })
    : await startInlineGateway(parts, clock);
  const url = `http://127.0.0.1:${port}`;
  return {
    venue,
    url,
    clock,
    folder,
    operator: (path, body) => call(`${url}${path}`, requestWith(OPERATOR_KEY, body)),
    custody: (path, body) => call(`${url}${path}`, requestWith(CUSTODY_KEY, body)),
    tick: async () => {
      await venue.sequencer.submit({ type: "tick" });
    },
    drain,
    close: async () => {
      await drain();
      await venue.close();
      if (options.folder === undefined) await rm(folder, { recursive: true });
    },
  };
}

/** The signature of a transaction in a test; the same name has the same one. */
export function transactionOf(name: string): string {
  return base58.encode(createHash("sha512").update(name).digest());
}

/** A POST when there is a body, otherwise a GET. */
function requestWith(key: string, body: unknown): RequestInit {
  const authorization = `Bearer ${key}`;
  if (body === undefined) return { headers: { authorization } };
  const headers = { authorization, "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

function fakeClock(): TestVenue["clock"] {
  let now = 1_800_000_000_000;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** The system's clock, ahead by the advanced time. */
function movableClock(): TestVenue["clock"] {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

/** One gateway in this thread, which uses the venue's clock for everything, limits included. */
async function startInlineGateway(
  { host, credentials, follower, gateway: options, counters: all }: VenueHost,
  clock: Clock,
): Promise<{ port: number; drain: () => Promise<void> }> {
  const changes: CredentialChange[] = [];
  const snapshot = credentials.subscribe((change) => changes.push(change));
  const counters = new GatewayCounters();
  all.push(counters);
  const link: Link = new Link((message) => {
    void host.receive(message, (answers) => link.receive(answers));
  });
  const hub = new MessageChannel();
  follower.connect(hub.port1);
  const gateway = new Gateway({
    options,
    mirror: new CredentialMirror(snapshot, credentials.counter, () => changes.shift()),
    link,
    hub: hubLink(hub.port2, () => {}),
    counters,
    clock,
    log: createLogger("venue", "silent"),
    limitClock: () => clock.now() * 1_000,
  });
  const { server, drain } = createGatewayServer(gateway);
  const address = { host: "127.0.0.1", port: 0, isFirst: true, isOnly: true };
  const { port } = await listen(server, address);
  return { port, drain };
}

export async function call(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, headers: response.headers };
}

/** An account whose seed follows from its name, and its API key. */
export class TestTrader {
  readonly address: string;
  readonly publicKey: Uint8Array;
  key = "";
  readonly #wallet: Wallet;
  readonly #url: string;

  constructor(url: string, name: string) {
    this.#url = url;
    this.#wallet = new Wallet(createHash("sha256").update(name).digest());
    this.address = this.#wallet.address;
    this.publicKey = this.#wallet.publicKey;
  }

  digest(operation: SigningOperation, payload: Uint8Array, account = this.publicKey): string {
    return this.#wallet.digest(operation, payload, account);
  }

  sign(text: string | Uint8Array): string {
    return this.#wallet.sign(text).toString("hex");
  }

  /** The headers of a payload; for another account when this one is its delegated signer. */
  headers(
    operation: SigningOperation,
    payload: Uint8Array,
    timestamp: number,
    account: TestTrader = this,
  ) {
    return this.#wallet.headers(operation, payload, timestamp, account);
  }

  /** Any signed write. */
  write(
    line: `${SignedWrite["method"]} ${string}`,
    operation: SigningOperation,
    payload: Uint8Array,
    options: { timestamp: number; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer> {
    const [method = "", path = ""] = line.split(" ");
    const signature = this.headers(operation, payload, options.timestamp);
    const headers = { ...this.authorization(), ...signature, ...options.headers };
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    return call(`${this.#url}${path}`, { method, headers, body });
  }

  #send(write: SignedWrite, apiKey = this.key): Promise<Answer> {
    return call(`${this.#url}${write.path}`, requestOf(write, apiKey));
  }

  placeBatch(orders: PlaceOrderBody[], timestamp: number): Promise<Answer> {
    return this.#send(this.#wallet.placeBatch(orders, timestamp));
  }

  placeGroup(group: OrderGroupBody, timestamp: number): Promise<Answer> {
    return this.#send(this.#wallet.placeGroup(group, timestamp));
  }

  cancelBatch(
    orders: { order_id: string; market: string }[],
    timestamp: number,
    line: "DELETE /v1/orders/batch" | "POST /v1/orders/batch/cancel" = "DELETE /v1/orders/batch",
  ): Promise<Answer> {
    const fields = orders.map(({ order_id, market: of }) => ({
      order_id: BigInt(order_id),
      market: of,
    }));
    const payload = encodeCancelBatchOrders(fields, BigInt(timestamp));
    return this.write(line, "cancel_batch_orders", payload, { timestamp, body: { orders } });
  }

  cancelByClientId(clientId: string, timestamp: number): Promise<Answer> {
    const payload = encodeCancelByClientId({ client_id: clientId }, BigInt(timestamp));
    const line = `DELETE /v1/orders/client/${encodeURIComponent(clientId)}` as const;
    return this.write(line, "cancel_by_client_id", payload, { timestamp });
  }

  cancelAll(of: string | null, timestamp: number): Promise<Answer> {
    const payload = encodeCancelAllOrders({ market: of }, BigInt(timestamp));
    const query = of === null ? "" : `?market=${of}`;
    return this.write(`DELETE /v1/orders${query}`, "cancel_all_orders", payload, { timestamp });
  }

  modify(
    id: string,
    body: { market: string; side: Side; order_type: OrderType; size: string; price: string | null },
    timestamp: number,
  ): Promise<Answer> {
    const payload = encodeModifyOrder({ ...body, order_id: BigInt(id) }, BigInt(timestamp));
    return this.write(`PUT /v1/orders/${id}`, "modify_order", payload, { timestamp, body });
  }

  updateLeverage(fields: UpdateLeverageFields, timestamp: number): Promise<Answer> {
    const payload = encodeUpdateLeverage(fields, BigInt(timestamp));
    return this.write("POST /v1/leverage", "update_leverage", payload, { timestamp, body: fields });
  }

  updateIsolatedMargin(fields: UpdateIsolatedMarginFields, timestamp: number): Promise<Answer> {
    const payload = encodeUpdateIsolatedMargin(fields, BigInt(timestamp));
    const target = { timestamp, body: fields };
    return this.write("POST /v1/isolated-margin", "update_isolated_margin", payload, target);
  }

  scheduleCancel(time: number | null, timestamp: number): Promise<Answer> {
    const fields = { time: time === null ? null : BigInt(time) };
    const payload = encodeScheduleCancel(fields, BigInt(timestamp));
    const body = { time };
    return this.write("POST /v1/orders/schedule-cancel", "schedule_cancel", payload, {
      timestamp,
      body,
    });
  }

  registerSigner(
    added: TestTrader,
    terms: { scopes: number; expires_at: number },
    timestamp: number,
  ): Promise<Answer> {
    const fields = { label: "phone", scopes: terms.scopes, expires_at: BigInt(terms.expires_at) };
    const payload = encodeRegisterSigner({ ...fields, signer: added.publicKey }, BigInt(timestamp));
    const acceptance = added.sign(this.digest("register_signer", payload));
    return this.write("POST /v1/signers", "register_signer", payload, {
      timestamp,
      body: { label: "phone", ...terms, signer: added.address },
      headers: { "x-new-signer-signature": acceptance },
    });
  }

  revokeSigner(revoked: TestTrader, timestamp: number): Promise<Answer> {
    const payload = encodeRevokeSigner({ signer: revoked.publicKey }, BigInt(timestamp));
    const path = `/v1/signers/${revoked.address}`;
    return this.write(`DELETE ${path}`, "revoke_signer", payload, { timestamp });
  }

  revokeKey(id: string, timestamp: number): Promise<Answer> {
    const payload = encodeRevokeApiKey({ id }, BigInt(timestamp));
    return this.write(`DELETE /v1/keys/${id}`, "revoke_api_key", payload, { timestamp });
  }

  withdraw(
    amount: string,
    timestamp: number,
    terms: Omit<WithdrawFields, "amount"> = {},
  ): Promise<Answer> {
    return this.#send(this.#wallet.withdraw({ amount, ...terms }, timestamp));
  }

  /** Places an order for `account`, which has registered this signer; with the account's API key. */
  placeFor(account: TestTrader, body: PlaceOrderBody, timestamp: number): Promise<Answer> {
    return this.#send(this.#wallet.place(body, timestamp, account), account.key);
  }

  authorization(): { authorization: string } {
    return { authorization: `Bearer ${this.key}` };
  }

  async createKey(timestamp: number, expiresAt = 0): Promise<Answer> {
    const write = this.#wallet.createKey("test", timestamp, expiresAt);
    const answer = await call(`${this.#url}${write.path}`, requestOf(write));
    this.key = String(answer.body["key"]);
    return answer;
  }

  /** A complete signed `place_order` request. */
  placeRequest(body: PlaceOrderBody, timestamp: number) {
    const write = requestOf(this.#wallet.place(body, timestamp), this.key);
    return { ...write, body: JSON.stringify(body) };
  }

  place(body: PlaceOrderBody, timestamp: number): Promise<Answer> {
    return this.#send(this.#wallet.place(body, timestamp));
  }

  cancel(id: string, market: string, timestamp: number): Promise<Answer> {
    return this.#send(this.#wallet.cancel(id, market, timestamp));
  }

  read(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return call(`${this.#url}${path}`, { headers: { ...this.authorization(), ...headers } });
  }
}

export function limit(side: "BUY" | "SELL", size: string, price: string): PlaceOrderBody {
  return {
    market: "BTCUSDC",
    side,
    size,
    price,
    order_type: "LIMIT",
    time_in_force: "GTC",
  };
}

export function market(side: "BUY" | "SELL", size: string, flags = 0): PlaceOrderBody {
  return {
    market: "BTCUSDC",
    side,
    size,
    order_type: "MARKET",
    time_in_force: "IOC",
    flags,
  };
}
