/**
 * The gateway and its host in this process: every request is answered with JSON and a known code, and never with a 500 of
 * a defect. Signatures count as valid, so that requests reach the checks behind them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Secret } from "#lib/kernel/env.ts";
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { pubkeyOf } from "#services/venue/engine/commands.testing.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import { GatewayCounters } from "#services/venue/gateway/request/counters.ts";
import { CredentialMirror } from "#services/venue/gateway/request/credential-mirror.ts";
import { Gateway } from "#services/venue/gateway/request/gateway.ts";
import { createGatewayServer, type GatewayServer } from "#services/venue/gateway/server.ts";
import { noHub } from "#services/venue/link/hub-link.testing.ts";
import { Link } from "#services/venue/link/link.ts";
import type { CredentialChange } from "#services/venue/link/messages.ts";
import { type OpenVenue, openVenue } from "#services/venue/process/open-venue.ts";
import { createVenueHost } from "#services/venue/process/venue-host.ts";
import { type FuzzRequest, type Identity, requestOf } from "./fuzz-requests.ts";
import type { Random } from "./random.ts";

const OPERATOR_KEY = `operator_${"0f".repeat(32)}`;
const PARTNER_KEY = `partner_${"0f".repeat(32)}`;
const READER_KEY = `reader_${"0c".repeat(32)}`;
const CUSTODY_KEY = `custody_${"0d".repeat(32)}`;
const START = 1_800_000_000_000;
/** Time between two requests, so that the limits of a key allow them. */
const STEP_MS = 12;

type FuzzAnswer = { status: number; body: string };

export class HttpFuzzer {
  readonly server: GatewayServer["server"];
  readonly statuses = new Map<number, number>();
  readonly #venue: OpenVenue;
  readonly #folder: string;
  readonly #random: Random;
  readonly #clock: { time: number };
  #who: Identity;
  readonly #failures: unknown[];

  private constructor(parts: {
    server: GatewayServer["server"];
    venue: OpenVenue;
    folder: string;
    random: Random;
    clock: { time: number };
    failures: unknown[];
  }) {
    this.server = parts.server;
    this.#venue = parts.venue;
    this.#folder = parts.folder;
    this.#random = parts.random;
    this.#clock = parts.clock;
    this.#failures = parts.failures;
    this.#who = {
      account: pubkeyOf("fuzz"),
      signer: pubkeyOf("robot"),
      key: "",
      operatorKey: OPERATOR_KEY,
      partnerKey: PARTNER_KEY,
      readerKey: READER_KEY,
      custodyKey: CUSTODY_KEY,
    };
  }

  static async open(random: Random): Promise<HttpFuzzer> {
    const folder = await mkdtemp(join(tmpdir(), "venue-fuzz-"));
    const clock = { time: START };
    const now = () => clock.time;
    const failures: unknown[] = [];
    const venue = await openVenue({
      folder,
      clock: { now },
      operatorKey: new Secret(OPERATOR_KEY),
      partnerKey: new Secret(PARTNER_KEY),
      readerKey: new Secret(READER_KEY),
      custodyKey: new Secret(CUSTODY_KEY),
      onFailure: (error) => failures.push(error),
      follower: "none",
    });
    const log = createLogger("venue", "silent");
    const settings = {
      operatorAddresses: [],
      readerAddresses: [],
      metricsAddresses: [],
      trustedProxies: 0,
      connections: 1_000,
      addressPerMinute: 1_000_000_000,
      accountsPerMinute: 1_000_000_000,
      withdrawals: { fee: 0n, openingFee: 0n, aDay: 1_000_000_000 },
    };
    const { host, credentials, gateway: options } = createVenueHost(venue, log, settings);
    const changes: CredentialChange[] = [];
    const snapshot = credentials.subscribe((change) => changes.push(change));
    const link: Link = new Link((message) => {
      void host.receive(message, (answers) => link.receive(answers));
    });
    const gateway = new Gateway({
      options,
      mirror: new CredentialMirror(snapshot, credentials.counter, () => changes.shift()),
      link,
      hub: noHub(),
      counters: new GatewayCounters(),
      clock: { now },
      log,
      limitClock: () => now() * 1_000,
    });
    Object.assign(gateway, { verifier: { name: "node", verify: () => true } });
    const { server } = createGatewayServer(gateway);
    const fuzzer = new HttpFuzzer({ server, venue, folder, random, clock, failures });
    await fuzzer.#prepare();
    return fuzzer;
  }

  /** Asks `count` things at once. @throws Error that shows the request whose answer is wrong. */
  async next(count: number): Promise<void> {
    const requests = Array.from({ length: count }, () => this.#request());
    await Promise.all(requests.map((request) => this.#check(request)));
    if (this.#failures.length > 0)
      throw new Error("the venue stopped", { cause: this.#failures[0] });
  }

  /** @throws Error when an invariant does not hold. */
  async close(): Promise<void> {
    checkInvariants(this.#venue.state);
    await this.#venue.close();
    await rm(this.#folder, { recursive: true });
  }

  #request(): FuzzRequest {
    this.#clock.time += STEP_MS;
    const { time } = this.#clock;
    const { nextOrderId: lastOrderId, withdrawals } = this.#venue.state;
    const withdrawal = [...withdrawals.keys()].at(-1) ?? "wdr_none";
    return requestOf(this.#random, this.#who, { time, lastOrderId, withdrawal });
  }

  /** Money, a mark, a signer, and the key that all requests carry. */
  async #prepare(): Promise<void> {
    const json = { "content-type": "application/json" };
    const operator = { ...json, authorization: `Bearer ${OPERATOR_KEY}` };
    const write = (path: string, headers: Record<string, string>, body: object) =>
      this.#ask({ method: "POST", target: path, headers, body: JSON.stringify(body) });
    const signed = {
      ...json,
      "x-signature": "00".repeat(64),
      "x-signature-timestamp": String(this.#clock.time),
      "x-signer-pubkey": this.#who.account,
      "x-account-pubkey": this.#who.account,
    };
    const made = await write("/v1/keys", signed, { label: "fuzz", expires_at: 0 });
    const { key } = JSON.parse(made.body) as { key: string };
    this.#who = { ...this.#who, key };
    const custody = { ...json, authorization: `Bearer ${CUSTODY_KEY}` };
    const first = { amount: "1000000", reference: "first", tx_hash: "1".repeat(64) };
    await write("/v1/operator/deposits", custody, { ...first, account: this.#who.account });
    await write("/v1/operator/marks", operator, { marks: { BTCUSDC: "64000", ETHUSDC: "3000" } });
  }

  async #check(request: FuzzRequest): Promise<void> {
    const { status, body } = await this.#ask(request);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const wrong = (what: string) =>
      new Error(
        `${what}: ${status} ${body.slice(0, 300)} for ${JSON.stringify(request).slice(0, 3_000)}`,
      );
    let answer: unknown;
    try {
      answer = JSON.parse(body);
    } catch {
      throw wrong("no JSON");
    }
    if (status < 400) return;
    const code = (answer as { error?: unknown }).error;
    if (typeof code !== "string" || !Object.hasOwn(ERRORS, code)) throw wrong("an unknown code");
    if (status >= 500 && code !== "MARKET_HALTED") throw wrong("a defect");
  }

  #ask(request: FuzzRequest): Promise<FuzzAnswer> {
    return new Promise((resolve) => {
      this.server.emit("request", incomingOf(request), outgoingTo(resolve));
    });
  }
}

/** A request of Node's server, with the parts that the gateway reads. */
function incomingOf({ method, target, headers, body }: FuzzRequest): IncomingMessage {
  const bytes = Buffer.from(body);
  const stream = Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false });
  return Object.assign(stream, {
    method,
    url: target,
    headers: { ...headers, "content-length": String(bytes.length) },
    complete: true,
    socket: { remoteAddress: "127.0.0.1" },
  }) as unknown as IncomingMessage;
}

function outgoingTo(resolve: (answer: FuzzAnswer) => void): ServerResponse {
  let status = 0;
  const outgoing = {
    headersSent: false,
    destroyed: false,
    writeHead: (code: number) => {
      status = code;
      outgoing.headersSent = true;
    },
    end: (body: string) => resolve({ status, body }),
  };
  return outgoing as unknown as ServerResponse;
}
