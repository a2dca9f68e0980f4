/**
 * Intents in IndexedDB, so that the next page can follow up what a closed tab had sent. Taking an intent is one
 * transaction: exactly one of several tabs gets it.
 */
import { isRecord } from "#lib/protocol/is-record.ts";
import type { Intent } from "./write-types.ts";

export type IntentStorage = {
  /** Resolves when the intent is kept, in memory if nothing else works. Never rejects. */
  put: (intent: Intent) => Promise<void>;
  has: (digest: string) => Promise<"kept" | "gone" | "failed">;
  /** Everything that this browser keeps, for every account. May take long. Empty where nothing can be kept. */
  all: () => Promise<Intent[]>;
  /** Removes an intent: `taken` for the one caller that removed it, `failed` when storage did not answer. */
  take: (digest: string) => Promise<"taken" | "gone" | "failed">;
};

const DATABASE = "svc-orders";
const STORE = "intents";
/**
 * Storage that hangs must not delay an order or its result: after this time the page's memory has to do. The wait is
 * long enough for a busy computer, because the next page cannot find an intent that was sent before it was kept.
 */
const STORAGE_TIMEOUT_MS = 1_000;

/** `factory` is the browser's IndexedDB; undefined where there is none. */
export function openIntentStorage(factory: IDBFactory | undefined): IntentStorage {
  /**
   * Intents that could not be stored: some browsers deny IndexedDB to private windows or under strict cookie settings,
   * and a full disk refuses writes. Trading works all the same; only the next page does not follow up the order of a
   * closed tab, whose order list shows it.
   */
  const unkept = new Map<string, Intent>();
  // One connection for the life of the page: opening one takes longer than a write.
  const database = factory ? open(factory) : Promise.reject(new Error("no IndexedDB"));
  let keepsNothing = false;
  database.catch(() => {
    keepsNothing = true;
  });
  const inTime = <Value>(ask: (db: IDBDatabase) => Promise<Value>) =>
    Promise.race([database.then(ask), storageTimeout()]);
  /** Without storage, an intent that is not in memory is gone. With storage that fails, nothing is known. */
  const unanswered = () => (keepsNothing ? "gone" : "failed");
  return {
    put: async (intent) => {
      unkept.set(intent.digest, intent);
      const kept = database.then(async (db) => {
        // By the time a slow database opens, the write may be settled: storing it then would announce it twice.
        if (!unkept.has(intent.digest)) return;
        await run(db, (store) => store.put(intent));
        unkept.delete(intent.digest);
      });
      await Promise.race([kept, storageTimeout()]).catch(() => undefined);
    },
    has: async (digest) => {
      if (unkept.has(digest)) return "kept";
      return inTime(async (db) =>
        (await run(db, (store) => store.count(digest))) > 0 ? ("kept" as const) : ("gone" as const),
      ).catch(unanswered);
    },
    all: async () => {
      // No timeout: nothing waits for this read, and giving up would leave an earlier page's write without a result.
      const stored = await database
        .then((db) => run<unknown[]>(db, (store) => store.getAll()))
        .catch(() => []);
      const intents = stored.map(readIntent).filter((one) => one !== undefined);
      return [...intents, ...unkept.values()];
    },
    take: async (digest) => {
      const wasUnkept = unkept.delete(digest);
      const taken = await inTime(async (db) =>
        (await takeFrom(db, digest)) ? ("taken" as const) : ("gone" as const),
      ).catch(unanswered);
      return wasUnkept ? "taken" : taken;
    },
  };
}

function storageTimeout(): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(reject, STORAGE_TIMEOUT_MS, new Error("IndexedDB hangs")),
  );
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Throws where the page may not use IndexedDB.
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: "digest" });
    };
    request.onsuccess = () => {
      // A newer version of the page may need to upgrade the database. This page then continues in memory.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB did not open"));
    request.onblocked = () => reject(new Error("IndexedDB is blocked"));
  });
}

/**
 * "relaxed" resolves when the bytes are with the operating system, so they survive this tab and a killed browser.
 * "strict" would add several milliseconds to every order, and helps only against a power cut: after a reboot the 30 s
 * window is over and the venue's order list answers.
 */
function run<Value>(
  db: IDBDatabase,
  make: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value>;
function run(db: IDBDatabase, make: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, "readwrite", { durability: "relaxed" });
    const request = make(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB gave up"));
    transaction.commit();
  });
}

function takeFrom(db: IDBDatabase, digest: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, "readwrite", { durability: "relaxed" });
    const store = transaction.objectStore(STORE);
    const found = store.count(digest);
    found.onsuccess = () => {
      if (found.result > 0) store.delete(digest);
    };
    transaction.oncomplete = () => resolve(found.result > 0);
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB gave up"));
  });
}

const TEXTS = ["digest", "kind", "account", "method", "path", "body", "summary"] as const;

/** Ignores damaged values and those of another version. */
function readIntent(value: unknown): Intent | undefined {
  if (!isRecord(value) || value["version"] !== 1) return undefined;
  if (TEXTS.some((name) => typeof value[name] !== "string")) return undefined;
  const times = [value["timestamp"], value["createdAt"], value["count"]];
  if (!times.every(Number.isSafeInteger)) return undefined;
  if (!isRecord(value["headers"]) || !Array.isArray(value["orderIds"])) return undefined;
  return value as Intent;
}
