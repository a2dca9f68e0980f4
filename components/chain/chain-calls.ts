/** Reads the chain through the app. Answers are checked before they are used. */
import type { Answer } from "#components/data/http.ts";
import { write } from "#components/data/write.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { readTokenHolding, type TokenHolding } from "#lib/protocol/solana/token-account.ts";
import { fromBase64 } from "./base64.ts";

export type Level = "processed" | "confirmed" | "finalized";

/** Null: the node knows no such transaction, in its history neither. */
export type SignatureStatus = { level: Level; failed: boolean } | null;

/** An account, or null for one that does not exist. */
export type ChainAccount = {
  lamports: bigint;
  data: Uint8Array;
  /** The program that owns the account, base58. */
  program: string;
} | null;

export type Simulated = {
  error: string | undefined;
  accounts: readonly ChainAccount[];
  /** Compute units that it took. */
  units: number;
};

/** The app passes no longer list on. */
const MOST_ADDRESSES = 20;

/** Accounts as the newest confirmed slot has them; long lists are read in parts, whose slots may differ. */
export async function readAccounts(
  addresses: readonly string[],
): Promise<Answer<readonly ChainAccount[]>> {
  const parts = Array.from({ length: Math.ceil(addresses.length / MOST_ADDRESSES) }, (_, index) =>
    addresses.slice(index * MOST_ADDRESSES, (index + 1) * MOST_ADDRESSES),
  );
  const accounts: ChainAccount[] = [];
  for (const answer of await Promise.all(parts.map(readPart))) {
    if (!answer.ok) return answer;
    accounts.push(...answer.body);
  }
  return { ok: true, status: 200, body: accounts };
}

function readPart(addresses: readonly string[]): Promise<Answer<readonly ChainAccount[]>> {
  const config = { encoding: "base64", commitment: "confirmed" };
  return ask("getMultipleAccounts", [addresses, config], (result) =>
    accountsOf(valueOf(result), addresses.length),
  );
}

/** A block hash and the last block height at which a transaction with it can land. */
export function readBlockhash(): Promise<Answer<{ blockhash: string; lastValidHeight: number }>> {
  return ask("getLatestBlockhash", [{ commitment: "confirmed" }], (result) => {
    const value = valueOf(result);
    if (!isRecord(value)) return undefined;
    const { blockhash, lastValidBlockHeight: lastValidHeight } = value;
    if (typeof blockhash !== "string" || !isCount(lastValidHeight)) return undefined;
    return { blockhash, lastValidHeight };
  });
}

/** `slot`: up to which the node has looked. */
export function readStatus(
  signature: string,
): Promise<Answer<{ status: SignatureStatus; slot: number }>> {
  const params = [[signature], { searchTransactionHistory: true }];
  return ask("getSignatureStatuses", params, (result) => {
    const value = valueOf(result);
    const slot = slotOf(result);
    if (!Array.isArray(value) || slot === undefined) return undefined;
    const status = statusOf(value[0]);
    return status === undefined ? undefined : { status, slot };
  });
}

/** Block height and slot of the newest finalized block. */
export function readFinalHeight(): Promise<Answer<{ height: number; slot: number }>> {
  return ask("getEpochInfo", [{ commitment: "finalized" }], (result) => {
    if (!isRecord(result)) return undefined;
    const { blockHeight: height, absoluteSlot: slot } = result;
    return isCount(height) && isCount(slot) ? { height, slot } : undefined;
  });
}

/**
 * Unix seconds at which a simulated chain began, which tell it from the one before a reset: both give the network's genesis hash. A
 * node of a real network may have no answer.
 */
export function readChainBegan(): Promise<Answer<number>> {
  return ask("getBlockTime", [0], (result) => (isCount(result) ? result : undefined));
}

/** The median priority fee of recent transactions that wrote these accounts, in micro-lamports a compute unit. */
export function readUsualPrice(addresses: readonly string[]): Promise<Answer<bigint>> {
  return ask("getRecentPrioritizationFees", [addresses], (result) => {
    if (!Array.isArray(result)) return undefined;
    const fees = (result as unknown[]).map((one) =>
      isRecord(one) && isCount(one["prioritizationFee"]) ? one["prioritizationFee"] : 0,
    );
    const middle = fees.toSorted((a, b) => a - b)[Math.floor(fees.length / 2)] ?? 0;
    return BigInt(middle);
  });
}

/** Runs the transaction without an effect. The accounts are as it would leave them. */
export function simulate(
  transaction: string,
  addresses: readonly string[],
): Promise<Answer<Simulated>> {
  const config = {
    encoding: "base64",
    commitment: "confirmed",
    accounts: { encoding: "base64", addresses },
  };
  return ask("simulateTransaction", [transaction, config], (result) => {
    const value = valueOf(result);
    if (!isRecord(value)) return undefined;
    const units = isCount(value["unitsConsumed"]) ? value["unitsConsumed"] : 0;
    if (value["err"] !== null) return { error: JSON.stringify(value["err"]), accounts: [], units };
    const accounts = accountsOf(value["accounts"], addresses.length);
    return accounts && { error: undefined, accounts, units };
  });
}

/** Undefined for an account of another kind. */
export function holdingOf(account: ChainAccount | undefined): TokenHolding | undefined {
  return account ? readTokenHolding(account.data) : undefined;
}

async function ask<Value>(
  method: string,
  params: readonly unknown[],
  read: (result: unknown) => Value | undefined,
): Promise<Answer<Value>> {
  const call = { jsonrpc: "2.0", id: 1, method, params };
  const answer = await write("POST", "/api/chain/rpc", call);
  if (!answer.ok) return answer;
  const body = isRecord(answer.body) ? answer.body : {};
  const value = "result" in body ? read(body["result"]) : undefined;
  if (value !== undefined) return { ok: true, status: answer.status, body: value };
  const message = messageOf(body["error"]) ?? "The node gave no answer that can be read.";
  return { ok: false, status: 502, code: "CHAIN_UNREACHABLE", message, data: undefined };
}

function messageOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error["message"] === "string" ? error["message"] : undefined;
}

function valueOf(result: unknown): unknown {
  return isRecord(result) ? result["value"] : undefined;
}

function slotOf(result: unknown): number | undefined {
  const context = isRecord(result) ? result["context"] : undefined;
  const slot = isRecord(context) ? context["slot"] : undefined;
  return isCount(slot) ? slot : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

const LEVELS: readonly Level[] = ["processed", "confirmed", "finalized"];

function statusOf(value: unknown): SignatureStatus | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const level = LEVELS.find((one) => one === value["confirmationStatus"]);
  if (level === undefined || !("err" in value)) return undefined;
  return { level, failed: value["err"] !== null };
}

function accountsOf(value: unknown, count: number): readonly ChainAccount[] | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined;
  const accounts = (value as unknown[]).map(accountOf);
  const known = accounts.filter((one) => one !== undefined);
  return known.length === count ? known : undefined;
}

function accountOf(value: unknown): ChainAccount | undefined {
  if (value === null) return null;
  if (!isRecord(value) || !isCount(value["lamports"]) || !Array.isArray(value["data"]))
    return undefined;
  const { owner: program } = value;
  if (typeof program !== "string") return undefined;
  const [text, encoding] = value["data"] as unknown[];
  const data = typeof text === "string" && encoding === "base64" ? fromBase64(text) : undefined;
  return data && { lamports: BigInt(value["lamports"]), data, program };
}
