/**
 * Reads the chain through the app. The names of an answer are those of its contract, and each value
 * is checked before it is used.
 */
import type { Answer, Failure } from "#components/data/http.ts";
import { write } from "#components/data/write.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { MAX_READ_ADDRESSES, MAX_READ_BYTES } from "#lib/protocol/solana/chain-reads.ts";
import { readTokenHolding, type TokenHolding } from "#lib/protocol/solana/token-account.ts";
import type { RpcQuestion, RpcResult } from "#lib/protocol/wire/solana-rpc.ts";
import { fromBase64 } from "./base64.ts";

type NodeAccount = NonNullable<RpcResult<"getMultipleAccounts">["value"][number]>;
type NodeStatus = NonNullable<RpcResult<"getSignatureStatuses">["value"][number]>;
export type CommitmentLevel = NodeStatus["confirmationStatus"];

/** Null: the node does not know the transaction, and neither does its history. */
export type SignatureStatus = { level: CommitmentLevel; failed: boolean } | null;

/** An account, or null for one that does not exist. */
export type ChainAccount = {
  lamports: bigint;
  data: Uint8Array;
  /** The program that owns the account, base58. */
  program: string;
} | null;

export type SimulationResult = {
  error: string | undefined;
  accounts: readonly ChainAccount[];
  /** Compute units that the transaction used. */
  units: number;
};

/** A result as it came: every field may be missing, and every value is unknown. */
type Unchecked<Value> = Value extends null | undefined
  ? null | undefined
  : Value extends readonly (infer Item)[]
    ? readonly Unchecked<Item>[] | null | undefined
    : Value extends object
      ? UncheckedFields<Value> | null | undefined
      : unknown;
/** Only the fields that the contract names. */
type UncheckedFields<Value> = {
  readonly [Name in keyof Value as string extends Name ? never : Name]?: Unchecked<Value[Name]>;
};

/** Covers a token account or a pool, and one byte more, which shows that an account is longer. */
const SLICE_BYTES = 166;
/**
 * Bytes of each account in the first read of a long account: all that one call may read, divided by
 * its accounts.
 */
const FIRST_BYTES = Math.floor(MAX_READ_BYTES / MAX_READ_ADDRESSES);
/** Calls for the remaining bytes of long accounts. */
const MAX_PIECES = 32;

/** `bytes`: the length of the account's data, if the node reports it. */
type ReadAccount =
  | (NonNullable<ChainAccount> & { bytes: number | undefined; isProgram: boolean })
  | null;

/**
 * Accounts at the newest confirmed slot, with the first bytes of their data: enough for a token
 * account or a pool. A long list is read in parts, whose slots may differ.
 */
export function readAccounts(
  addresses: readonly string[],
): Promise<Answer<readonly ChainAccount[]>> {
  return readInParts(addresses, SLICE_BYTES);
}

/** Reads whole accounts in pieces. Of programs it reads the first bytes only. */
export async function readWholeAccounts(
  addresses: readonly string[],
): Promise<Answer<readonly ChainAccount[]>> {
  const answer = await readInParts(addresses, FIRST_BYTES);
  if (!answer.ok) return answer;
  const firstParts = new Map(addresses.map((address, index) => [address, answer.body[index]]));
  const pieces = [...firstParts].flatMap(([address, account]) =>
    !account || account.isProgram ? [] : piecesOf(address, account),
  );
  if (pieces.length > MAX_PIECES) return unreadable("The accounts are too long to be read.");
  const rests = new Map<string, Uint8Array[]>();
  const read = ({ address, offset }: Piece) =>
    readPart([address], { offset, length: MAX_READ_BYTES });
  for (const [index, piece] of (await Promise.all(pieces.map(read))).entries()) {
    if (!piece.ok) return piece;
    const { address = "" } = pieces[index] ?? {};
    rests.set(address, [...(rests.get(address) ?? []), piece.body[0]?.data ?? new Uint8Array()]);
  }
  const whole = answer.body.map((account, index) => {
    const rest = rests.get(addresses[index] ?? "");
    return account && rest ? { ...account, data: joined([account.data, ...rest]) } : account;
  });
  return { ...answer, body: whole };
}

type Piece = { address: string; offset: number };

/**
 * Divides the missing bytes into pieces. When the node does not report the length, it asks for one
 * piece more than may be read.
 */
function piecesOf(
  address: string,
  { bytes = Number.POSITIVE_INFINITY, data }: NonNullable<ReadAccount>,
): Piece[] {
  const missing = data.length < FIRST_BYTES ? 0 : Math.ceil((bytes - FIRST_BYTES) / MAX_READ_BYTES);
  return Array.from({ length: Math.min(missing, MAX_PIECES + 1) }, (_, index) => ({
    address,
    offset: FIRST_BYTES + index * MAX_READ_BYTES,
  }));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Each address is sent once, because the app refuses a list that names an address twice. */
async function readInParts(
  addresses: readonly string[],
  length: number,
): Promise<Answer<readonly ReadAccount[]>> {
  const keys = [...new Set(addresses)];
  const parts = Array.from({ length: Math.ceil(keys.length / MAX_READ_ADDRESSES) }, (_, index) =>
    keys.slice(index * MAX_READ_ADDRESSES, (index + 1) * MAX_READ_ADDRESSES),
  );
  const answers = await Promise.all(parts.map((part) => readPart(part, { offset: 0, length })));
  const found: ReadAccount[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    found.push(...answer.body);
  }
  const byKey = new Map(keys.map((key, index) => [key, found[index] ?? null]));
  return { ok: true, status: 200, body: addresses.map((key) => byKey.get(key) ?? null) };
}

function readPart(
  addresses: readonly string[],
  dataSlice: { offset: number; length: number },
): Promise<Answer<readonly ReadAccount[]>> {
  const config = { encoding: "base64", commitment: "confirmed", dataSlice };
  return ask("getMultipleAccounts", [addresses, config], (result) =>
    accountsOf(result?.value, addresses.length),
  );
}

/** A block hash and the last block height at which a transaction with it can land. */
export function readBlockhash(): Promise<Answer<{ blockhash: string; lastValidHeight: number }>> {
  return ask("getLatestBlockhash", [{ commitment: "confirmed" }], (result) => {
    const { blockhash, lastValidBlockHeight: lastValidHeight } = result?.value ?? {};
    if (typeof blockhash !== "string" || !isCount(lastValidHeight)) return undefined;
    return { blockhash, lastValidHeight };
  });
}

/** `slot`: the newest slot that the node has searched. */
export function readStatus(
  signature: string,
): Promise<Answer<{ status: SignatureStatus; slot: number }>> {
  const params = [[signature], { searchTransactionHistory: true }];
  return ask("getSignatureStatuses", params, (result) => {
    const slot = result?.context?.slot;
    const found = result?.value;
    if (!isList(found) || !isCount(slot)) return undefined;
    const status = statusOf(found[0]);
    return status === undefined ? undefined : { status, slot };
  });
}

/** Block height and slot of the newest finalized block. */
export function readFinalHeight(): Promise<Answer<{ height: number; slot: number }>> {
  return ask("getEpochInfo", [{ commitment: "finalized" }], (result) => {
    const { blockHeight: height, absoluteSlot: slot } = result ?? {};
    return isCount(height) && isCount(slot) ? { height, slot } : undefined;
  });
}

/**
 * Unix seconds at which a simulated chain began. They differ after a reset, while the genesis hash
 * stays the same. A node of a real network may have no answer.
 */
export function readChainBegan(): Promise<Answer<number>> {
  return ask("getBlockTime", [0], (result) => (isCount(result) ? result : undefined));
}

/**
 * The median priority fee of recent transactions that wrote to these accounts, in micro-lamports a
 * compute unit.
 */
export function readUsualPrice(addresses: readonly string[]): Promise<Answer<bigint>> {
  return ask("getRecentPrioritizationFees", [addresses], (result) => {
    if (!isList(result)) return undefined;
    const fees = result.map((one) => countOf(one?.prioritizationFee));
    const middle = fees.toSorted((a, b) => a - b)[Math.floor(fees.length / 2)] ?? 0;
    return BigInt(middle);
  });
}

/** Runs the transaction without sending it. The returned accounts are as it would leave them. */
export function simulateTransaction(
  transaction: string,
  addresses: readonly string[],
): Promise<Answer<SimulationResult>> {
  const config = {
    encoding: "base64",
    commitment: "confirmed",
    accounts: { encoding: "base64", addresses },
  };
  return ask("simulateTransaction", [transaction, config], (result) => {
    const value = result?.value;
    if (value?.err === undefined) return undefined;
    const units = countOf(value.unitsConsumed);
    if (value.err !== null) return { error: JSON.stringify(value.err), accounts: [], units };
    const accounts = accountsOf(value.accounts, addresses.length);
    return accounts && { error: undefined, accounts, units };
  });
}

/** Undefined for an account that is not a token account. */
export function parseHolding(account: ChainAccount | undefined): TokenHolding | undefined {
  return account ? readTokenHolding(account.data) : undefined;
}

async function ask<Method extends RpcQuestion, Value>(
  method: Method,
  params: readonly unknown[],
  read: (result: Unchecked<RpcResult<Method>>) => Value | undefined,
): Promise<Answer<Value>> {
  const call = { jsonrpc: "2.0", id: 1, method, params };
  const answer = await write("POST", "/api/chain/rpc", call);
  if (!answer.ok) return answer;
  const body = isRecord(answer.body) ? answer.body : {};
  const result = body["result"] as Unchecked<RpcResult<Method>>;
  const value = result === undefined ? undefined : read(result);
  if (value !== undefined) return { ok: true, status: answer.status, body: value };
  return unreadable(messageOf(body["error"]) ?? "The node gave no answer that can be read.");
}

function unreadable(message: string): Failure {
  return { ok: false, status: 502, code: "CHAIN_UNREACHABLE", message, data: undefined };
}

function messageOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error["message"] === "string" ? error["message"] : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function countOf(value: unknown): number {
  return isCount(value) ? value : 0;
}

function isList<Item>(value: readonly Item[] | null | undefined): value is readonly Item[] {
  return Array.isArray(value);
}

const LEVELS: readonly CommitmentLevel[] = ["processed", "confirmed", "finalized"];

function statusOf(value: Unchecked<NodeStatus | null>): SignatureStatus | undefined {
  if (value === null) return null;
  const level = LEVELS.find((one) => one === value?.confirmationStatus);
  if (level === undefined || value?.err === undefined) return undefined;
  return { level, failed: value.err !== null };
}

function accountsOf(
  value: Unchecked<(NodeAccount | null)[]>,
  count: number,
): readonly ReadAccount[] | undefined {
  if (!isList(value) || value.length !== count) return undefined;
  const accounts = value.map(accountOf);
  const known = accounts.filter((one) => one !== undefined);
  return known.length === count ? known : undefined;
}

function accountOf(value: Unchecked<NodeAccount | null>): ReadAccount | undefined {
  if (value === null) return null;
  const { lamports, owner: program, executable, space, data: parts } = value ?? {};
  if (!isCount(lamports) || typeof program !== "string" || !isList(parts)) return undefined;
  const [text, encoding] = parts;
  const data = typeof text === "string" && encoding === "base64" ? fromBase64(text) : undefined;
  if (data === undefined) return undefined;
  const bytes = isCount(space) ? space : undefined;
  return { lamports: BigInt(lamports), data, program, bytes, isProgram: executable === true };
}
