/**
 * Intents of this browser, in IndexedDB: what a tab had sent when it closed is found again by the next page. Taking one
 * out is one transaction, so of several tabs one takes it.
 */
import { isFields } from "./order-guards.ts";
import type { Intent } from "./write-types.ts";

export type IntentStorage = {
  /** Resolves when the intent is kept. Never rejects: where nothing can be kept, this page's memory has to do. */
  put: (intent: Intent) => Promise<void>;
  has: (digest: string) => Promise<"kept" | "gone" | "failed">;
  /** All that this browser keeps, of every account, however long it takes to say so. Empty where nothing can be kept. */
  all: () => Promise<Intent[]>;
  /** Removes an intent: `taken` for the one caller that removed it, `failed` when nobody can say who did. */
  take: (digest: string) => Promise<"taken" | "gone" | "failed">;
};

const DATABASE = "svc-orders";
const STORE = "intents";
/**
 * A browser whose storage hangs, at its opening or later, may not hold an order or its end back: then this page's memory
 * has to do. One that is only slow, on a busy computer, is waited for: what was sent before it was kept is not known to
 * the next page.
 */
const STORAGE_TIMEOUT_MS = 1_000;

/** `factory` is the browser's IndexedDB; undefined where there is none. */
export function openIntentStorage(factory: IDBFactory | undefined): IntentStorage {
  /**
   * What could not be kept: some browsers close IndexedDB to private windows and to pages under a strict cookie
   * setting, and a full disk refuses a write. A person there trades all the same; only a closed tab's order is then not
   * followed up by the next page, whose order list shows it.
   */
  const unkept = new Map<string, Intent>();
  // One connection for the life of the page: opening one costs more than the write.
  const database = factory ? open(factory) : Promise.reject(new Error("no IndexedDB"));
  let keepsNothing = false;
  database.catch(() => {
    keepsNothing = true;
  });
  const inTime = <Value>(ask: (db: IDBDatabase) => Promise<Value>) =>
    Promise.race([database.then(ask), storageTimeout()]);
  /** Where nothing was ever kept, what is not in this page's memory is gone. Else nobody can say. */
  const unanswered = () => (keepsNothing ? "gone" : "failed");
  return {
    put: async (intent) => {
      unkept.set(intent.digest, intent);
      const kept = database.then(async (db) => {
        // A database that opens late finds the write settled: kept now, it would be told a second time.
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
      // Nobody waits for it, and who gave up early would leave what an earlier page sent without its end.
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
    // Throws by itself where the page may not use it at all.
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: "digest" });
    };
    request.onsuccess = () => {
      // A page of a later version may need other tables: this one then goes on in memory.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB did not open"));
    request.onblocked = () => reject(new Error("IndexedDB is blocked"));
  });
}

/**
 * "relaxed" resolves when the browser's storage process has handed the bytes to the operating system: they outlive this
 * tab and a killed browser. "strict" would also wait for the disk, several milliseconds and more before every order, for
 * the power cut alone, after which the venue's order list answers in any case: the window of 30 s is over by then.
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

/** What was kept by another version of this page, or is damaged, is left alone. */
function readIntent(value: unknown): Intent | undefined {
  if (!isFields(value) || value["version"] !== 1) return undefined;
  if (TEXTS.some((name) => typeof value[name] !== "string")) return undefined;
  const times = [value["timestamp"], value["createdAt"], value["count"]];
  if (!times.every(Number.isSafeInteger)) return undefined;
  if (!isFields(value["headers"]) || !Array.isArray(value["orderIds"])) return undefined;
  return value as Intent;
}
