/**
 * Everything of a request that needs no engine state: HTTP, credentials, limits, strict bodies, signatures. A venue runs
 * one or many gateways, each in a thread of its own, beside the one host that has the state.
 */
import { AddressList } from "#lib/kernel/http/address-list.ts";
import type { ConnectionCounts, ConnectionLimit } from "#lib/kernel/http/connection-limit.ts";
import { connectionLimit } from "#lib/kernel/http/connection-settings.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { backgroundTimers } from "#lib/kernel/time/timers.ts";
import type { HubLink } from "#services/venue/link/hub-link.ts";
import type { Link } from "#services/venue/link/link.ts";
import { PrimaryBeat } from "#services/venue/link/primary-beat.ts";
import { RateTable } from "#services/venue/link/rate-limit-table.ts";
import { Prover, type ReservesSettings } from "#services/venue/reserves/prover.ts";
import {
  createVerifier,
  type Verifier,
  type VerifierKind,
} from "#services/venue/signature/verifier.ts";
import { AccountStreams } from "./account-streams.ts";
import type { GatewayCounters } from "./counters.ts";
import type { CredentialMirror } from "./credential-mirror.ts";
import { Limits } from "./rate-limits.ts";

/** Settings of all gateways of a venue. They are sent to threads, so they are plain data. */
export type GatewayOptions = {
  /** SHA-256 of the operator key. */
  operatorKeyHash: Uint8Array;
  /** SHA-256 of the partner programme's key; `undefined` when there is none. */
  partnerKeyHash?: Uint8Array | undefined;
  /** SHA-256 of the key that reads any account; `undefined` when there is none. */
  readerKeyHash?: Uint8Array | undefined;
  /** SHA-256 of the custody key; `undefined` when there is none, and the operator key credits. */
  custodyKeyHash?: Uint8Array | undefined;
  /** Addresses and networks that may use the operator's endpoints; empty when any may. */
  operatorAddresses: readonly string[];
  /** Addresses and networks for which neither `addressPerMinute` nor the connections of an address are limited. */
  readerAddresses: readonly string[];
  /** Addresses and networks that may read `/metrics`. */
  metricsAddresses: readonly string[];
  trustedProxies: number;
  /** Most open connections of all gateways. */
  connections: number;
  connectionCounts: ConnectionCounts;
  addressPerMinute: number;
  /** New accounts a minute of one address. */
  accountsPerMinute: number;
  /** Random, of this run of the venue. */
  seed: string;
  rates: SharedArrayBuffer;
  /** The secret of proofs of reserves and the venue's folder; without it there are no proofs. */
  reserves?: ReservesSettings | undefined;
  /** The memory of a `PrimaryBeat`, where several processes can be the venue. */
  beat?: SharedArrayBuffer | undefined;
  /** The library that verifies signatures; `undefined` picks the fastest one that is installed. */
  verifier?: VerifierKind | undefined;
};

export class Gateway {
  readonly options: GatewayOptions;
  readonly mirror: CredentialMirror;
  readonly link: Link;
  readonly counters: GatewayCounters;
  readonly limits: Limits;
  readonly connections: Omit<ConnectionLimit, "onRefused">;
  readonly operatorAddresses: AddressList;
  readonly metricsAddresses: AddressList;
  readonly verifier: Verifier;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accountStreams: AccountStreams;
  readonly prover: Prover;
  draining = false;
  readonly #beat: PrimaryBeat | undefined;

  constructor(parts: {
    options: GatewayOptions;
    mirror: CredentialMirror;
    link: Link;
    hub: HubLink;
    counters: GatewayCounters;
    clock: Clock;
    log: Logger;
    /** Microseconds, the same clock in all gateways. */
    limitClock: () => number;
  }) {
    const { options, counters } = parts;
    this.options = options;
    this.#beat = options.beat && new PrimaryBeat(options.beat);
    this.mirror = parts.mirror;
    this.link = parts.link;
    this.counters = counters;
    this.clock = parts.clock;
    this.log = parts.log;
    this.accountStreams = new AccountStreams({
      hub: parts.hub,
      timers: { ...backgroundTimers, now: () => parts.clock.now() },
      isPrimary: () => this.isPrimary,
    });
    this.prover = new Prover(options.reserves, (port) => parts.hub.post({ type: "debts", port }));
    this.operatorAddresses = new AddressList(options.operatorAddresses);
    this.metricsAddresses = new AddressList(options.metricsAddresses);
    this.verifier = createVerifier(options.verifier);
    this.connections = { ...connectionLimit(options), counts: options.connectionCounts };
    this.limits = new Limits({
      table: new RateTable(options.rates, parts.limitClock),
      addressPerMinute: options.addressPerMinute,
      accountsPerMinute: options.accountsPerMinute,
      readers: new AddressList(options.readerAddresses),
      trustedProxies: options.trustedProxies,
      seed: options.seed,
      counters,
    });
  }

  /** Whether an answer may leave: another process may be the primary otherwise, and have answered more. */
  get isPrimary(): boolean {
    return this.#beat?.isFresh ?? true;
  }
}
