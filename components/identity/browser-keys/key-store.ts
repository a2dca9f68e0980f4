/** Stores trading keys in IndexedDB, one record per account, shared by all tabs of this browser. */
import type { PrivateKey } from "./key-pair.ts";

/** How a key ended. `refused`: the venue no longer accepts its signatures. */
export type KeyEnd = "expired" | "idle" | "refused" | "stopped";

type KeyFacts = {
  account: string;
  /** Base58. */
  pubkey: string;
  /** Unix milliseconds on the venue's clock. */
  createdAt: number;
  expiresAt: number;
};

/** A key that signs, or what remains of an ended one after its private half was deleted. */
export type KeyRecord =
  | (KeyFacts & { state: "live"; privateKey: PrivateKey })
  | (KeyFacts & { state: "ended"; reason: KeyEnd });

export type KeyStore = {
  /** True when a key outlives the page and is visible to other tabs. */
  readonly shared: boolean;
  read: (account: string) => Promise<KeyRecord | undefined>;
  all: () => Promise<KeyRecord[]>;
  /** Replaces the record by the result of `change`, atomically; `undefined` removes it. */
  update: (
    account: string,
    change: (present: KeyRecord | undefined) => KeyRecord | undefined,
  ) => Promise<void>;
};

/** For browsers without IndexedDB, and for tests. */
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
/** A database that hangs is given up, and the wallet signs instead. */
const READ_WITHIN_MS = 2_000;
/** Opening may take long on a slow computer; giving up early would leave a live key unused. */
const OPENED_WITHIN_MS = 60_000;
/** Writes wait for the disk. One that is given up may still be made, and the other tabs would not hear of it. */
const WRITTEN_WITHIN_MS = 30_000;

/** @throws when this browser has no IndexedDB, as in some private windows, or it does not open in time. */
export async function openKeyStore(): Promise<KeyStore> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "account" });
  const database = await inTime(requestDone(opening), OPENED_WITHIN_MS);
  // An old tab must not block the upgrade of the database by a newer version of this page.
  database.onversionchange = () => database.close();
  const records = (mode: IDBTransactionMode) =>
    database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
  return {
    shared: true,
    read: async (account) =>
      (await inTime(requestDone(records("readonly").get(account)))) as KeyRecord | undefined,
    all: async () => (await inTime(requestDone(records("readonly").getAll()))) as KeyRecord[],
    update: (account, change) =>
      inTime(replace(records("readwrite"), account, change), WRITTEN_WITHIN_MS),
  };
}

async function replace(
  store: IDBObjectStore,
  account: string,
  change: (present: KeyRecord | undefined) => KeyRecord | undefined,
): Promise<void> {
  const present = (await requestDone(store.get(account))) as KeyRecord | undefined;
  const next = change(present);
  if (next === present) return;
  store.delete(account);
  if (next) store.put(next);
  await committed(store.transaction);
}

async function inTime<Value>(request: Promise<Value>, patience = READ_WITHIN_MS): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patience, new Error("IndexedDB hangs."));
  });
  try {
    return await Promise.race([request, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function requestDone<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
  });
}

/** A key is deleted only when the transaction is committed to the disk. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB failed."));
  });
}
