/** Signed writes in IndexedDB until their results are known. */
import { openStoredRecords, type StoredRecords } from "#components/data/stored-records.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type { Intent } from "./write-types.ts";

export type IntentStorage = StoredRecords<Intent>;

/** `factory` is the browser's IndexedDB; undefined where there is none. */
export function openIntentStorage(factory: IDBFactory | undefined): IntentStorage {
  return openStoredRecords(factory, {
    database: "svc-orders",
    store: "intents",
    keyPath: "digest",
    keyOf: ({ digest }) => digest,
    // An order waits for it.
    patience: 1_000,
    read: readIntent,
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
