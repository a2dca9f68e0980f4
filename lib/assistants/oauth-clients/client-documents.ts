/**
 * Clients without a registration: their id is the address of a document that describes them (Client ID Metadata Document).
 * Documents are cached for as long as their host says, within bounds: in each process, and for clients with a grant also as
 * a stored copy for all processes.
 */

import { processSlot } from "#lib/kernel/process-slot.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { type Clock, systemClock } from "#lib/kernel/time/clock.ts";
import { type Config, config } from "#lib/platform/config/config.ts";
import { internet, type Network } from "#lib/platform/outbound/guarded-request.ts";
import { localTargets, publicTargets } from "#lib/platform/outbound/permitted-targets.ts";
import { type AddressTerms, documentAddress } from "./_document-address.ts";
import { DocumentError } from "./_document-error.ts";
import { fetchDocument } from "./_fetch-document.ts";
import {
  type ClientMetadata,
  MetadataError,
  type MetadataTerms,
  readClientMetadata,
} from "./client-metadata.ts";
import {
  type DocumentCopies,
  type DocumentCopy,
  databaseCopies,
  noCopies,
} from "./document-copies.ts";

const SHORTEST_MS = 5 * MINUTE_MS;
const LONGEST_MS = DAY_MS;
/** The last document stays valid for a while when its host is down, so that users of the app are not disconnected. */
const STALE_MS = DAY_MS;
const FAILURE_MS = MINUTE_MS;
/** Maximum number of cached documents, and of cached failures. */
const MAX_CACHED = 500;
const MAX_UNDER_WAY = 64;
/** Maximum for one host, of cached documents and of concurrent fetches, so that no host crowds out others. */
const MAX_CACHED_OF_HOST = 50;
const MAX_UNDER_WAY_OF_HOST = 8;

/** A client that is described by a public file has no secret. */
const TERMS: MetadataTerms = { mostRedirects: 30, authMethods: ["none"] };

type Failed = { error: DocumentError; until: number };
/** `copies`: none by default. */
type Surroundings = Clock & { copies?: DocumentCopies };

export class ClientDocuments {
  readonly #terms: AddressTerms;
  readonly #network: Network;
  readonly #clock: Clock;
  readonly #copies: DocumentCopies;
  /** Both ordered by use, the latest last. */
  readonly #cached = new Map<string, DocumentCopy>();
  readonly #failed = new Map<string, Failed>();
  readonly #underWay = new Map<string, Promise<ClientMetadata>>();

  constructor(terms: AddressTerms, network: Network, around: Surroundings) {
    this.#terms = terms;
    this.#network = network;
    this.#clock = around;
    this.#copies = around.copies ?? noCopies;
  }

  /**
   * The document at `id`; `undefined` when `id` cannot be the address of one. `mayAsk`: whether the caller may cause the
   * first fetch of a document.
   * @throws DocumentError
   */
  async find(
    id: string,
    mayAsk: () => Promise<boolean> = async () => true,
  ): Promise<ClientMetadata | undefined> {
    const url = documentAddress(id, this.#terms);
    if (url === undefined) return undefined;
    const now = this.#clock.now();
    const own = this.#cached.get(id);
    const copy = own !== undefined && now < own.freshUntil ? own : await this.#recall(id);
    if (copy !== undefined && now < copy.freshUntil) {
      remember(this.#cached, id, copy);
      return copy.metadata;
    }
    const failed = this.#failed.get(id);
    if (failed !== undefined && now < failed.until) return this.#lastKnown(id, failed.error);
    const isNew = copy === undefined && !this.#underWay.has(id);
    if (isNew && !(await mayAsk())) {
      throw new DocumentError(
        "unreachable",
        "Too many unknown clients are named from this address.",
      );
    }
    return this.#fetchOnce(id, url);
  }

  /** Call this when a user was connected to `id`, whose document `find` returned. */
  async keepCopy(id: string): Promise<void> {
    try {
      if (!this.#cached.has(id)) await this.find(id);
    } catch (error) {
      // The next fetch stores the copy.
      if (!(error instanceof DocumentError)) throw error;
    }
    const copy = this.#cached.get(id);
    if (copy !== undefined) await this.#copies.write(id, copy, this.#clock.now());
  }

  async #recall(id: string): Promise<DocumentCopy | undefined> {
    const copy = await this.#copies.read(id);
    const own = this.#cached.get(id);
    // Another process may have fetched it last.
    if (copy === undefined || (own?.freshUntil ?? 0) >= copy.freshUntil) return own;
    remember(this.#cached, id, copy);
    return copy;
  }

  /** Concurrent callers share one fetch. */
  async #fetchOnce(id: string, url: URL): Promise<ClientMetadata> {
    const underWay = this.#underWay.get(id);
    if (underWay !== undefined) return underWay;
    const ofHost = [...this.#underWay.keys()].filter((other) => hostOf(other) === url.host);
    if (this.#underWay.size >= MAX_UNDER_WAY || ofHost.length >= MAX_UNDER_WAY_OF_HOST) {
      const full = "Too many clients are looked up at the moment.";
      return this.#lastKnown(id, new DocumentError("unreachable", full));
    }
    const fetching = this.#fetch(id, url).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, fetching);
    return fetching;
  }

  async #fetch(id: string, url: URL): Promise<ClientMetadata> {
    try {
      const { content, maxAgeSeconds } = await fetchDocument(url, this.#network);
      const metadata = metadataOf(id, content);
      const keepMs = Math.min(Math.max((maxAgeSeconds ?? 0) * 1_000, SHORTEST_MS), LONGEST_MS);
      const now = this.#clock.now();
      const freshUntil = now + keepMs;
      const copy = { metadata, freshUntil, usableUntil: freshUntil + STALE_MS };
      remember(this.#cached, id, copy);
      this.#failed.delete(id);
      await this.#copies.write(id, copy, now);
      return metadata;
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      if (error.kind === "refused") await this.#copies.forget(id);
      remember(this.#failed, id, { error, until: this.#clock.now() + FAILURE_MS });
      return this.#lastKnown(id, error);
    }
  }

  /** @throws `error` when nothing is known, or when the host itself answered that the document is invalid */
  #lastKnown(id: string, error: DocumentError): ClientMetadata {
    const copy = this.#cached.get(id);
    if (copy === undefined || error.kind === "refused") this.#cached.delete(id);
    else if (this.#clock.now() < copy.usableUntil) return copy.metadata;
    throw error;
  }
}

/** @throws DocumentError */
function metadataOf(id: string, content: Record<string, unknown>): ClientMetadata {
  if (content["client_id"] !== id) {
    throw new DocumentError("refused", "The document at the client_id names another client_id.");
  }
  if ("client_secret" in content) {
    throw new DocumentError("refused", "The document at the client_id must not have a secret.");
  }
  try {
    return readClientMetadata(content, TERMS);
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    const reason = `The document at the client_id is not taken: ${error.message}.`;
    throw new DocumentError("refused", reason, error);
  }
}

/** Moves the entry to the end, and evicts the oldest beyond the limits of its host or of all. */
function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  const ofHost = [...entries.keys()].filter((other) => hostOf(other) === hostOf(key));
  const [oldestOfHost] = ofHost.length > MAX_CACHED_OF_HOST ? ofHost : [];
  const [oldest] = entries.size > MAX_CACHED ? entries.keys() : [];
  const dropped = oldestOfHost ?? oldest;
  if (dropped !== undefined) entries.delete(dropped);
}

/** Host of an id that is the address of a document. */
function hostOf(id: string): string {
  return id.split("/", 3)[2] ?? "";
}

/** The terms of addresses decide whether a document may be on this machine. */
export const documentNetwork: Network = {
  ...internet,
  targets: (url, address) => publicTargets(url, address) || localTargets(url, address),
};

const slot = processSlot<ClientDocuments>("client-documents");

/** The cache of this process. */
export function clientDocuments(): ClientDocuments {
  slot.value ??= new ClientDocuments(addressTerms(config()), documentNetwork, {
    now: () => systemClock.now(),
    copies: databaseCopies,
  });
  return slot.value;
}

/** For tests: `undefined` restores those of the configuration. */
export function setClientDocuments(documents: ClientDocuments | undefined): void {
  slot.value = documents;
}

/** Only browsers of this machine reach a service at a loopback address, and they can reach its other ports anyway. */
function addressTerms({ baseUrl, sandboxUrl }: Config): AddressTerms {
  const { host, hostname } = new URL(baseUrl);
  const isOfThisMachine = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return { ownHost: host, mayBeLocal: isOfThisMachine && sandboxUrl !== undefined };
}
