/** The venue as custody, signers and audit use it: the feed of transfers, the totals, and custody's reports. */
import type { Agent } from "node:http";
import type { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import {
  jsonGet,
  jsonPost,
  keepAliveAgent,
  refusalCode,
  sendHttp,
  UpstreamError,
} from "#lib/kernel/http/http-client.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import {
  CustodyTotals,
  CustodyTransferPage,
  CustodyWithdrawal,
} from "#lib/protocol/wire/custody.ts";
import {
  PublishedReserves,
  type ReservesAnchor,
  ReservesProof,
} from "#lib/protocol/wire/reserves.ts";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 4_000_000;
const PAGE = 500;
/** The venue makes a proof before it answers. */
const PROOF_TIMEOUT_MS = 60_000;

export class CustodyVenueClient {
  readonly #venue: VenueAddresses;
  readonly #key: Secret;
  readonly #agent: Agent;

  /**
   * @param addresses of the venue, separated by commas
   * @param key custody's key, or the one that reads any account
   */
  constructor(addresses: string, key: Secret) {
    this.#venue = new VenueAddresses(addresses);
    this.#key = key;
    this.#agent = keepAliveAgent(addresses);
  }

  /** A page of the feed after `after`. @throws UpstreamError */
  transfers(after: string | undefined): Promise<CustodyTransferPage> {
    const query = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
    return this.#get(`/v1/custody/transfers?limit=${PAGE}${query}`, CustodyTransferPage);
  }

  totals(): Promise<CustodyTotals> {
    return this.#get("/v1/custody/totals", CustodyTotals);
  }

  withdrawal(id: string): Promise<CustodyWithdrawal> {
    return this.#get(`/v1/custody/withdrawals/${encodeURIComponent(id)}`, CustodyWithdrawal);
  }

  /** Credits a deposit. A reference takes effect once. */
  async credit(deposit: {
    account: string;
    amount: string;
    reference: string;
    tx_hash: string;
    source: string;
  }): Promise<void> {
    await this.#post("/v1/operator/deposits", deposit);
  }

  async creditInsurance(deposit: { amount: string; reference: string; tx_hash: string }) {
    await this.#post("/v1/operator/insurance", deposit);
  }

  /** Reported before anything is sent, so that no restart can lose an attempt. */
  async reportSent(
    id: string,
    attempt: { signature: string; last_valid_block_height: number },
  ): Promise<void> {
    await this.#post(`/v1/custody/withdrawals/${encodeURIComponent(id)}/sent`, attempt);
  }

  async reportSettled(id: string, tx_hash: string): Promise<void> {
    await this.#post(`/v1/custody/withdrawals/${encodeURIComponent(id)}/settled`, { tx_hash });
  }

  async reportReturned(id: string, reason: string): Promise<void> {
    await this.#post(`/v1/custody/withdrawals/${encodeURIComponent(id)}/returned`, { reason });
  }

  /** Has the venue make a proof of what it owes now. @throws UpstreamError RESERVES_NOT_FOUND when it makes none */
  makeReserves(): Promise<ReservesProof> {
    return this.#venue.read(async (url) => {
      const options = { ...this.#options(), timeoutMs: PROOF_TIMEOUT_MS };
      const { value } = await jsonPost(`${url}/v1/custody/reserves`, {}, options);
      return this.#parse(value, ReservesProof);
    });
  }

  /** The newest proof that is anchored; undefined before the first. */
  async reserves(): Promise<PublishedReserves | undefined> {
    try {
      return await this.#get("/v1/reserves", PublishedReserves);
    } catch (error) {
      if (isLacking(error)) return undefined;
      throw error;
    }
  }

  /** @returns false when the venue does not have this proof */
  async publishReserves(height: number, anchor: Omit<ReservesAnchor, "root">): Promise<boolean> {
    try {
      await this.#post(`/v1/custody/reserves/${height}/anchor`, anchor);
      return true;
    } catch (error) {
      if (isLacking(error)) return false;
      throw error;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const { value } = await this.#venue.read((url) => jsonGet(`${url}${path}`, this.#options()));
    return this.#parse(value, schema);
  }

  #parse<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new UpstreamError("unexpected", `the venue: ${parsed.error.message}`);
  }

  /** The venue accepts each of these once, so a repetition is safe, also at another address. */
  #post(path: string, body: unknown): Promise<void> {
    return this.#venue.read((url) => this.#postTo(`${url}${path}`, body));
  }

  async #postTo(url: string, body: unknown): Promise<void> {
    const { timeoutMs, ...options } = this.#options();
    const { status, body: answer } = await sendHttp({
      ...options,
      url,
      method: "POST",
      headers: { ...options.headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      isRepeatable: true,
    });
    if (status === 200 || status === 201) return;
    const code = refusalCode(answer.toString("utf8"));
    const message = `the venue answered ${status}${code === undefined ? "" : ` ${code}`}`;
    throw new UpstreamError("status", message, { status, code });
  }

  #options() {
    return {
      agent: this.#agent,
      name: "the venue",
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      headers: { authorization: `Bearer ${this.#key.reveal()}` },
    };
  }
}

function isLacking(error: unknown): boolean {
  return error instanceof UpstreamError && error.code === "RESERVES_NOT_FOUND";
}
