/** Signed deposits in IndexedDB until their ends are known. */
import { isSignedRecord } from "#components/chain/signed-record.ts";
import { openStoredRecords, type StoredRecords } from "#components/data/stored-records.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { DEPOSIT_DATABASE, type DepositRecord } from "./deposit-types.ts";

export type DepositStorage = StoredRecords<DepositRecord>;

/** `factory` is the browser's IndexedDB; undefined where there is none. */
export function openDepositStorage(factory: IDBFactory | undefined): DepositStorage {
  return openStoredRecords(factory, {
    database: DEPOSIT_DATABASE,
    store: "deposits",
    keyPath: "signature",
    keyOf: ({ signature }) => signature,
    patience: 15_000,
    read: readRecord,
  });
}

function readRecord(value: unknown): DepositRecord | undefined {
  if (!isRecord(value) || !isSignedRecord(value)) return undefined;
  const { amount } = value as { amount?: unknown };
  return typeof amount === "string" ? { ...value, amount } : undefined;
}
