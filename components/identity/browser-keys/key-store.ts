/** Where trading keys are kept: one record an account, in IndexedDB, shared by all tabs of this browser. */
import type { PrivateKey } from "./key-pair.ts";

/** How a key ended. `refused`: the venue no longer takes its signatures. */
export type KeyEnd = "expired" | "idle" | "refused" | "stopped";

type KeyFacts = {
  account: string;
  /** Base58. */
  pubkey: string;
  /** Unix milliseconds on the venue's clock. */
  createdAt: number;
  expiresAt: number;
};

/** A key that signs, or the memory of one: without its private half, which is then gone for good. */
export type KeyRecord =
  | (KeyFacts & { state: "live"; privateKey: PrivateKey })
  | (KeyFacts & { state: "ended"; reason: KeyEnd });

export type KeyStore = {
  /** True when a key outlives the page and is seen by other tabs. */
  readonly shared: boolean;
  read: (account: string) => Promise<KeyRecord | undefined>;
  all: () => Promise<KeyRecord[]>;
  /** Puts what `change` makes of the present record, in one step; `undefined` removes it. */
  update: (
    account: string,
    change: (present: KeyRecord | undefined) => KeyRecord | undefined,
  ) => Promise<void>;
};

/** For a page whose browser keeps nothing, and for tests. */
export function memoryKeyStore(): KeyStore {
  const records = new Map<string, KeyRecord>();
  return {
    shared: false,
    read: (account) => Promise.resolve(records.get(account)),
    all: () => Promise.resolve([...records.values()]),
    update: (account, change) => {
      const next = change(records.get(account));
      if (next) records.set(account, next);
      else records.delete(account);
      return Promise.resolve();
    },
  };
}

const DATABASE = "trading-key";
const STORE = "keys";
/**
 * A database that hangs, at its opening or later, is given up: then the wallet signs. What is written goes to the disk and
 * may take longer.
 */
const READ_WITHIN_MS = 2_000;
/** Nothing is signed before it is open, so a slow computer has its time: who gave up early would leave a live key unused. */
const OPENED_WITHIN_MS = 8_000;
const WRITTEN_WITHIN_MS = 5_000;

/** @throws when this browser keeps no databases for the page, as some do in private windows, or none in time. */
export async function openKeyStore(): Promise<KeyStore> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "account" });
  const database = await inTime(done(opening), OPENED_WITHIN_MS);
  // A later version of this page must not be kept from its database by a tab that was left open.
  database.onversionchange = () => database.close();
  const records = (mode: IDBTransactionMode) =>
    database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
  return {
    shared: true,
    read: async (account) =>
      (await inTime(done(records("readonly").get(account)))) as KeyRecord | undefined,
    all: async () => (await inTime(done(records("readonly").getAll()))) as KeyRecord[],
    update: (account, change) =>
      inTime(replace(records("readwrite"), account, change), WRITTEN_WITHIN_MS),
  };
}

async function replace(
  store: IDBObjectStore,
  account: string,
  change: (present: KeyRecord | undefined) => KeyRecord | undefined,
): Promise<void> {
  const present = (await done(store.get(account))) as KeyRecord | undefined;
  const next = change(present);
  if (next === present) return;
  store.delete(account);
  if (next) store.put(next);
  await committed(store.transaction);
}

async function inTime<Value>(asked: Promise<Value>, patience = READ_WITHIN_MS): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patience, new Error("IndexedDB hangs."));
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
  });
}

/** A key is gone only once the transaction that deletes it is on the disk. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB failed."));
  });
}
