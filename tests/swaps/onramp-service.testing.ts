/**
 * Purchases on a separate chain: users, the provider's callbacks and its payments. Deliveries run
 * by hand.
 */
import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { newWallet, startTime, time, Visitor, type Wallet } from "#app/api/auth/auth.testing.ts";
import { POST } from "#app/api/v1/onramp/callbacks/[provider]/route.ts";
import { Secret } from "#lib/kernel/env.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { configuredChain } from "#lib/platform/outbound/configured-chain.ts";
import { Purchase } from "#lib/protocol/wire/onramp.ts";
import { type DeliveryParts, deliverPurchases } from "#lib/swaps/onramp/deliver-purchases.ts";
import {
  type MoonpayTransaction,
  moonpayBody,
  moonpaySignature,
} from "#lib/swaps/onramp/moonpay.testing.ts";
import { requireOnramp } from "#lib/swaps/onramp/onramp-settings.ts";
import { onrampCallbacks, onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";
import { TransactionSender } from "#services/sandbox/chain/transaction-sender.ts";
import { type PaymentOrder, Treasury } from "#services/sandbox/chain/treasury.ts";

const SEED = Buffer.alloc(32, 9);
export const SESSIONS = "/api/v1/onramp/sessions";
export const API_KEY = "pk_test_onramp";
export const SECRET_KEY = "onramp-secret-key-0123456789-0123456789";
export const WEBHOOK_KEY = "onramp-webhook-key-0123456789-0123456789";
export const CHECKOUT_URL = "http://127.0.0.1:4999/checkout";

export type Buyer = { visitor: Visitor; wallet: Wallet };

export type CallbackChange = Partial<MoonpayTransaction> & {
  /** Makes a callback different from another with the same content. */
  mark?: string;
  key?: string;
  /** Its signing time, relative to now. */
  signedMs?: number;
};

export type SentCallback = {
  body: string;
  signature: string | null;
  provider?: string;
  /** The caller's address. */
  from?: string;
};

export class OnrampService {
  readonly chain: Awaited<ReturnType<typeof startTestChain>>;
  readonly treasury: Treasury;
  readonly sender: TransactionSender;
  readonly db: Database;
  #sent = 0;

  private constructor(
    chain: Awaited<ReturnType<typeof startTestChain>>,
    { treasury, sender, db }: Pick<OnrampService, "treasury" | "sender" | "db">,
  ) {
    this.chain = chain;
    this.treasury = treasury;
    this.sender = sender;
    this.db = db;
  }

  /** @param databaseUrl of a Postgres database; an embedded one if absent */
  static async open(
    environment: Record<string, string> = {},
    databaseUrl?: string,
  ): Promise<OnrampService> {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(SEED);
    const chain = await startTestChain({ begin: { treasury: signer.address, finalSlots: 8 } });
    const sender = new TransactionSender(chain.url);
    const treasury = await Treasury.open(SEED, sender);
    const settings = {
      SOLANA_RPC_URL: chain.url,
      SOLANA_NETWORK: "simulated",
      ONRAMP_PROVIDER: "moonpay",
      ONRAMP_URL: CHECKOUT_URL,
      ONRAMP_API_KEY: API_KEY,
      ONRAMP_SECRET_KEY: SECRET_KEY,
      ONRAMP_WEBHOOK_KEY: WEBHOOK_KEY,
      SANDBOX_URL: "http://127.0.0.1:4999",
      ...environment,
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const db =
      databaseUrl === undefined
        ? await testDatabase()
        : await openDatabase({ dataDir: "unused", databaseUrl: new Secret(databaseUrl) });
    setDatabase(db);
    startTime();
    return new OnrampService(chain, { treasury, sender, db });
  }

  async close(): Promise<void> {
    setHttpRuntime();
    await closeLimits();
    setDatabase(undefined);
    vi.unstubAllEnvs();
    await this.db.$client.end();
    this.sender.close();
    await this.chain.stop();
    removeFolder(this.chain.folder);
  }

  async buyer(wallet = newWallet()): Promise<Buyer> {
    const visitor = new Visitor();
    // A database that a busy machine lets wait refuses a sign-in, and the next one succeeds.
    await vi.waitFor(async () => {
      await visitor.signIn(wallet);
      if ((await visitor.who()).user === undefined) throw new Error("the buyer is not signed in");
    });
    return { visitor, wallet };
  }

  async start({ visitor }: Buyer, body: object = { amount: "100", currency: "USD" }) {
    const answer = await visitor.post(SESSIONS, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return Purchase.parse(answer.body);
  }

  async read({ visitor }: Buyer, { id }: Pick<Purchase, "id">): Promise<Purchase> {
    return Purchase.parse((await visitor.get(`${SESSIONS}/${id}`)).body);
  }

  async row({ id }: Pick<Purchase, "id">) {
    const [row] = await this.db.select().from(onrampPurchases).where(eq(onrampPurchases.id, id));
    if (row === undefined) throw new Error(`no purchase ${id}`);
    return row;
  }

  callbacks() {
    return this.db.select().from(onrampCallbacks);
  }

  /**
   * The treasury pays, as a provider would. @returns the signature of a payment that is final
   * unless `isLeft`
   */
  async pay(order: PaymentOrder, isLeft = false): Promise<string> {
    const { signature } = await this.treasury.pay(order);
    if (!isLeft) await this.final(signature);
    return signature;
  }

  async final(signature: string): Promise<void> {
    const node = await this.node();
    const question = { signature, recipient: this.treasury.address, mint: requireOnramp().mint };
    await vi.waitFor(
      async () => {
        const { state } = await node.readPayment(question);
        if (state !== "final" && state !== "failed") throw new Error(state);
      },
      { interval: 20 },
    );
  }

  /** The provider's callback about a purchase. */
  said({ id, wallet }: Pick<Purchase, "id" | "wallet">, change: CallbackChange = {}): SentCallback {
    const { mark = "", key = WEBHOOK_KEY, signedMs = 0, ...changed } = change;
    const fields = { status: "pending", externalTransactionId: id, walletAddress: wallet };
    const body = moonpayBody({ ...fields, ...changed }, { mark });
    return this.signed(body, { key, signedMs });
  }

  /** A body with the provider's signature of now or of another time. */
  signed(body: string, { key = WEBHOOK_KEY, signedMs = 0 } = {}): SentCallback {
    return { body, signature: moonpaySignature(body, key, this.now() + signedMs) };
  }

  /** @returns the status, and the code of a refusal */
  async send({ body, signature, provider = "moonpay", from }: SentCallback): Promise<string> {
    this.#sent += 1;
    // Each request has its own address, because requests are limited by address.
    const address = from ?? `203.0.${this.#sent >> 8}.${this.#sent & 255}`;
    const headers = new Headers({ "x-forwarded-for": address });
    if (signature !== null) headers.set("moonpay-signature-v2", signature);
    const url = `http://localhost:3000/api/v1/onramp/callbacks/${provider}`;
    const request = new Request(url, { method: "POST", headers, body });
    const response = await POST(request, { params: Promise.resolve({ provider }) });
    const text = await response.text();
    const code = text === "" ? "" : ` ${(JSON.parse(text) as { error: string }).error}`;
    return `${response.status}${code}`;
  }

  callBack(
    purchase: Pick<Purchase, "id" | "wallet">,
    change: CallbackChange = {},
  ): Promise<string> {
    return this.send(this.said(purchase, change));
  }

  now(): number {
    return Date.now() + time.aheadMs;
  }

  async node() {
    const chain = await configuredChain();
    if (chain === undefined) throw new Error("no chain");
    return chain.node;
  }

  async deliver(now = this.now(), node?: DeliveryParts["node"]): Promise<void> {
    const settings = requireOnramp();
    const chain = node ?? patient(await this.node());
    await deliverPurchases({ db: this.db, node: chain, settings }, now);
  }
}

/** On a busy machine the chain of this process may answer late, which is a look without an answer. */
function patient(node: DeliveryParts["node"]): DeliveryParts["node"] {
  return { readPayment: (question) => vi.waitFor(() => node.readPayment(question)) };
}
