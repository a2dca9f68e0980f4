/** Signed deposits in IndexedDB until their ends are known. */
import { type KeptRecords, openKeptRecords } from "#components/data/kept-records.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { DEPOSIT_DATABASE, type DepositRecord } from "./deposit-types.ts";

export type DepositStorage = KeptRecords<DepositRecord>;

/** `factory` is the browser's IndexedDB; undefined where there is none. */
export function openDepositStorage(factory: IDBFactory | undefined): DepositStorage {
  return openKeptRecords(factory, {
    database: DEPOSIT_DATABASE,
    store: "deposits",
    keyPath: "signature",
    keyOf: ({ signature }) => signature,
    read: readRecord,
  });
}

const TEXTS = ["signature", "account", "network", "amount", "transaction"] as const;

function readRecord(value: unknown): DepositRecord | undefined {
  if (!isRecord(value) || value["version"] !== 1) return undefined;
  const [signature, account, network, amount, transaction] = TEXTS.map((name) => value[name]);
  const { lastValidHeight, createdAt } = value;
  if (typeof signature !== "string" || typeof account !== "string") return undefined;
  if (typeof network !== "string" || typeof amount !== "string") return undefined;
  if (typeof transaction !== "string" || typeof createdAt !== "number") return undefined;
  if (typeof lastValidHeight !== "number") return undefined;
  return {
    version: 1,
    signature,
    account,
    network,
    amount,
    transaction,
    lastValidHeight,
    createdAt,
  };
}
