/**
 * Records in IndexedDB of what was sent and has no known end, so that the next page can follow up what a closed tab had
 * sent. Taking a record is one transaction: exactly one of several tabs gets it.
 */

export type StoredRecords<Stored> = {
  /** Resolves when the record is kept, in memory if nothing else works. Never rejects. */
  put: (record: Stored) => Promise<void>;
  has: (key: string) => Promise<"kept" | "gone" | "failed">;
  /** Everything that this browser keeps, for every account. May take long. Empty where nothing can be kept. */
  all: () => Promise<Stored[]>;
  /** Removes a record: `taken` for the one caller that removed it, `failed` when storage did not answer. */
  take: (key: string) => Promise<"taken" | "gone" | "failed">;
};

export type RecordKind<Stored> = {
  database: string;
  store: string;
  /** Name and value of the field that identifies a record. */
  keyPath: string & keyof Stored;
  keyOf: (record: Stored) => string;
  /**
   * After this many milliseconds the page's memory has to do: storage that hangs must not delay a result for longer. What was
   * sent before it was kept is found by no other page, so a busy computer needs some time.
   */
  patience: number;
  /** Undefined for damaged values and those of another version. */
  read: (value: unknown) => Stored | undefined;
};

/** `factory` is the browser's IndexedDB; undefined where there is none. */
export function openStoredRecords<Stored>(
  factory: IDBFactory | undefined,
  kind: RecordKind<Stored>,
): StoredRecords<Stored> {
  /**
   * Records that could not be stored: some browsers deny IndexedDB to private windows or under strict cookie settings,
   * and a full disk refuses writes. Trading works all the same; only the next page does not follow up the order of a
   * closed tab, whose order list shows it.
   */
  const unstored = new Map<string, Stored>();
  // One connection for the life of the page: opening one takes longer than a write.
  const database = factory ? open(factory, kind) : Promise.reject(new Error("no IndexedDB"));
  let keepsNothing = false;
  database.catch(() => {
    keepsNothing = true;
  });
  const inTime = <Value>(ask: (db: IDBDatabase) => Promise<Value>) =>
    Promise.race([database.then(ask), storageTimeout(kind.patience)]);
  /** Without storage, a record that is not in memory is gone. With storage that fails, nothing is known. */
  const unanswered = () => (keepsNothing ? "gone" : "failed");
  const inStore = <Value>(
    db: IDBDatabase,
    make: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> => run(db, kind.store, make);
  return {
    put: async (record) => {
      const key = kind.keyOf(record);
      unstored.set(key, record);
      const stored = database.then(async (db) => {
        // By the time a slow database opens, the write may be settled: storing it then would announce it twice.
        if (!unstored.has(key)) return;
        await inStore(db, (store) => store.put(record));
        unstored.delete(key);
      });
      await Promise.race([stored, storageTimeout(kind.patience)]).catch(() => undefined);
    },
    has: async (key) => {
      if (unstored.has(key)) return "kept";
      return inTime(async (db) =>
        (await inStore(db, (store) => store.count(key))) > 0
          ? ("kept" as const)
          : ("gone" as const),
      ).catch(unanswered);
    },
    all: async () => {
      // No timeout: nothing waits for this read, and giving up would leave an earlier page's write without a result.
      const stored = await database
        .then((db) => inStore<unknown[]>(db, (store) => store.getAll()))
        .catch(() => []);
      const records = stored.map(kind.read).filter((one) => one !== undefined);
      return [...records, ...unstored.values()];
    },
    take: async (key) => {
      const wasUnstored = unstored.delete(key);
      const taken = await inTime(async (db) =>
        (await takeFrom(db, kind.store, key)) ? ("taken" as const) : ("gone" as const),
      ).catch(unanswered);
      return wasUnstored ? "taken" : taken;
    },
  };
}

/** Reading the property throws where the browser denies IndexedDB to the page. */
export function browserIndexedDb(): IDBFactory | undefined {
  try {
    return window.indexedDB;
  } catch {
    return undefined;
  }
}

function storageTimeout(patience: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, patience, new Error("IndexedDB hangs")));
}

type Place = { database: string; store: string; keyPath: string };

function open(factory: IDBFactory, { database, store, keyPath }: Place): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Throws where the page may not use IndexedDB.
    const request = factory.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store, { keyPath });
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
  name: string,
  make: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, "readwrite", { durability: "relaxed" });
    const request = make(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB gave up"));
    transaction.commit();
  });
}

function takeFrom(db: IDBDatabase, name: string, key: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, "readwrite", { durability: "relaxed" });
    const store = transaction.objectStore(name);
    const found = store.count(key);
    found.onsuccess = () => {
      if (found.result > 0) store.delete(key);
    };
    transaction.oncomplete = () => resolve(found.result > 0);
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB gave up"));
  });
}
