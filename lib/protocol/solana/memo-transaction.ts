/**
 * Verifies a signed transaction that stands for a signed text (docs/api/README.md, Memo transactions). Hardware wallets sign no free text, but they sign
 * a transaction whose one memo is the text. It is never sent: its blockhash is zeros, so no network can execute it.
 *
 * The reader is strict about every byte and shares no code with what builds the transaction (build-memo.ts) or shows it
 * (decode-transaction.ts). It does not verify the signature: each process has its own Ed25519.
 */
import { base64 } from "@scure/base";
import { decodePublicKey, encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM, MEMO_PROGRAM } from "./programs.ts";

/** Base64 characters of the longest transaction. */
export const MAX_MEMO_HEADER_LENGTH = 1_644;

/** Each way in which it is refused; the codes are in the catalogue of errors. */
export type MemoFault = {
  code:
    | "MEMO_MALFORMED"
    | "MEMO_SIGNER"
    | "MEMO_ACCOUNTS"
    | "MEMO_LOOKUP_TABLES"
    | "MEMO_BLOCKHASH"
    | "MEMO_INSTRUCTION"
    | "MEMO_COUNT"
    | "MEMO_TEXT";
  context: { reason: string };
};

/** `account`: 32 bytes of the public key that signs. `text`: what the memo must say, exactly. */
export type MemoTerms = { account: Uint8Array; text: string };

export type ReadMemo =
  /** `message`: the bytes that `signature` (64 bytes) must sign. */
  { ok: true; signature: Uint8Array; message: Uint8Array } | { ok: false; fault: MemoFault };

/** Reads the base64 of a signed memo transaction. The caller verifies the signature over the message. */
export function readMemoText(encoded: string, terms: MemoTerms): ReadMemo {
  if (encoded.length > MAX_MEMO_HEADER_LENGTH) return refused("MEMO_MALFORMED", "it is too long");
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(encoded);
  } catch {
    return refused("MEMO_MALFORMED", "it is not base64");
  }
  // Decoders differ in what else they take, such as spaces.
  if (base64.encode(bytes) !== encoded) return refused("MEMO_MALFORMED", "it is not base64");
  return readMemoTransaction(bytes, terms);
}

/** Reads the bytes of a signed memo transaction: one signature, then the message. */
export function readMemoTransaction(bytes: Uint8Array, terms: MemoTerms): ReadMemo {
  if (bytes.length > MAX_BYTES) return refused("MEMO_MALFORMED", "it is too long");
  if (bytes.length <= MESSAGE_OFFSET) return refused("MEMO_MALFORMED", "it is cut off");
  if (bytes[0] !== 1) return refused("MEMO_SIGNER", "it does not have exactly one signature");
  const message = bytes.slice(MESSAGE_OFFSET);
  const fault = findMemoFault(message, terms);
  if (fault !== undefined) return { ok: false, fault };
  return { ok: true, signature: bytes.slice(1, MESSAGE_OFFSET), message };
}

/** What is wrong with the signed part of a memo transaction; `undefined` when it is exactly what `terms` say. */
export function findMemoFault(message: Uint8Array, terms: MemoTerms): MemoFault | undefined {
  try {
    checkMessage(parseMessage(message), terms);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, context: { reason: error.message } };
    throw error;
  }
}

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** The number of signatures, which takes one byte, and the one signature. */
const MESSAGE_OFFSET = 1 + SIGNATURE_BYTES;
/** The network's packet size. */
const MAX_BYTES = 1_232;

class Problem extends Error {
  readonly code: MemoFault["code"];

  constructor(code: MemoFault["code"], reason: string) {
    super(reason);
    this.code = code;
  }
}

function refused(code: MemoFault["code"], reason: string): ReadMemo {
  return { ok: false, fault: { code, context: { reason } } };
}

type Instruction = { program: number; accounts: readonly number[]; data: Uint8Array };

type Message = {
  signers: number;
  readonlySigners: number;
  readonlyOthers: number;
  keys: readonly Uint8Array[];
  blockhash: Uint8Array;
  instructions: readonly Instruction[];
};

/** A message of version 0 begins with this byte; a legacy one with the number of its signers. */
const VERSION_0 = 0x80;

function parseMessage(bytes: Uint8Array): Message {
  const cursor = new Cursor(bytes);
  const first = cursor.byte();
  if (first > VERSION_0) throw new Problem("MEMO_MALFORMED", "its version is not known");
  const isVersion0 = first === VERSION_0;
  const message = {
    signers: isVersion0 ? cursor.byte() : first,
    readonlySigners: cursor.byte(),
    readonlyOthers: cursor.byte(),
    keys: cursor.list(() => cursor.take(KEY_BYTES)),
    blockhash: cursor.take(KEY_BYTES),
    instructions: cursor.list(() => ({
      program: cursor.byte(),
      accounts: cursor.list(() => cursor.byte()),
      data: cursor.take(cursor.length()),
    })),
  };
  if (isVersion0 && cursor.length() !== 0)
    throw new Problem("MEMO_LOOKUP_TABLES", "it names address lookup tables");
  if (!cursor.isAtEnd) throw new Problem("MEMO_MALFORMED", "bytes follow its end");
  return message;
}

class Cursor {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  take(count: number): Uint8Array {
    const start = this.#offset;
    if (start + count > this.#bytes.length) throw new Problem("MEMO_MALFORMED", "it is cut off");
    this.#offset += count;
    return this.#bytes.subarray(start, this.#offset);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** A compact-u16 in its shortest form. No list and no data of a transaction is longer than two of its bytes can say. */
  length(): number {
    const low = this.byte();
    if (low < 0x80) return low;
    const high = this.byte();
    if (high === 0) throw new Problem("MEMO_MALFORMED", "a length takes more bytes than it needs");
    if (high >= 0x80) throw new Problem("MEMO_MALFORMED", "a length is too large");
    return (low & 0x7f) | (high << 7);
  }

  list<Item>(read: () => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.length(); left > 0; left -= 1) items.push(read());
    return items;
  }
}

function checkMessage(message: Message, { account, text }: MemoTerms): void {
  const { keys, instructions } = message;
  const [payer] = keys;
  if (message.signers !== 1 || payer === undefined || !isEqual(payer, account))
    throw new Problem("MEMO_SIGNER", "the account is not the fee payer and the only signer");
  checkAccounts(message);
  if (message.blockhash.some((byte) => byte !== 0))
    throw new Problem("MEMO_BLOCKHASH", "its blockhash is not zeros, so it could be sent");
  const memos = instructions.filter((one) => checkInstruction(one, keys) === "memo");
  const [memo, second] = memos;
  if (memo === undefined || second !== undefined)
    throw new Problem("MEMO_COUNT", `it has ${memos.length} memos`);
  requireOnce(instructions, keys);
  if (!isEqual(memo.data, new TextEncoder().encode(text)))
    throw new Problem("MEMO_TEXT", "its memo is another text");
}

/** The payer alone can be written; every other account is there once, and an instruction names it. */
function checkAccounts({ keys, instructions, readonlySigners, readonlyOthers }: Message): void {
  if (readonlySigners !== 0) throw new Problem("MEMO_ACCOUNTS", "its fee payer is read-only");
  if (readonlyOthers !== keys.length - 1)
    throw new Problem("MEMO_ACCOUNTS", "another account than the fee payer's can be written");
  if (new Set(keys.map(encodePublicKey)).size !== keys.length)
    throw new Problem("MEMO_ACCOUNTS", "it lists an account twice");
  const named = new Set([0]);
  for (const { program, accounts } of instructions) {
    if (program === 0) throw new Problem("MEMO_ACCOUNTS", "it calls the fee payer as a program");
    for (const index of [program, ...accounts]) {
      if (index >= keys.length)
        throw new Problem("MEMO_MALFORMED", "an instruction names an account that is not there");
      named.add(index);
    }
  }
  if (named.size !== keys.length)
    throw new Problem("MEMO_ACCOUNTS", "it lists an account that no instruction needs");
}

/** Checks the shape of an instruction. @throws Problem for one that neither the memo is nor a wallet adds */
function checkInstruction(
  { program, accounts, data }: Instruction,
  keys: readonly Uint8Array[],
): "memo" | "budget" | "guard" {
  const key = keys[program] ?? new Uint8Array();
  if (isEqual(key, MEMO)) {
    // The memo program requires the signature of each account that its instruction names.
    if (accounts.length > 1 || accounts.some((index) => index !== 0))
      throw new Problem("MEMO_ACCOUNTS", "its memo names another account than the fee payer");
    return "memo";
  }
  if (isEqual(key, COMPUTE_BUDGET)) {
    if (accounts.length === 0 && BUDGET_LENGTHS[data[0] ?? 0] === data.length) return "budget";
    throw new Problem("MEMO_INSTRUCTION", "a compute budget that wallets do not add");
  }
  if (isEqual(key, LIGHTHOUSE)) {
    const kind = data[0] ?? 0;
    if (kind >= FIRST_ASSERTION && kind <= LAST_ASSERTION) return "guard";
    throw new Problem("MEMO_INSTRUCTION", "an instruction of Lighthouse that is no assertion");
  }
  throw new Problem("MEMO_INSTRUCTION", `an instruction of ${encodePublicKey(key)}`);
}

/** Lengths of the instructions of the compute budget that wallets add, by their first byte: limit of units, price. */
const BUDGET_LENGTHS: Readonly<Record<number, number>> = { 2: 5, 3: 9 };
/**
 * Assertions of Lighthouse. Its first two instructions write memory accounts, and from 16 on they call other programs
 * (github.com/Jac0xb/lighthouse, clients/rust/src/generated/instructions).
 */
const FIRST_ASSERTION = 2;
const LAST_ASSERTION = 15;
const MAX_ASSERTIONS = 8;

/** Each kind of compute budget at most once, and few assertions. */
function requireOnce(instructions: readonly Instruction[], keys: readonly Uint8Array[]): void {
  const kinds = instructions
    .filter(({ program }) => isEqual(keys[program] ?? new Uint8Array(), COMPUTE_BUDGET))
    .map(({ data }) => data[0]);
  if (new Set(kinds).size !== kinds.length)
    throw new Problem("MEMO_INSTRUCTION", "it sets its compute budget twice");
  if (instructions.length - 1 - kinds.length > MAX_ASSERTIONS)
    throw new Problem("MEMO_INSTRUCTION", `more than ${MAX_ASSERTIONS} assertions`);
}

const MEMO = programKey(MEMO_PROGRAM);
const COMPUTE_BUDGET = programKey(COMPUTE_BUDGET_PROGRAM);
const LIGHTHOUSE = programKey(LIGHTHOUSE_PROGRAM);

function programKey(address: string): Uint8Array {
  const key = decodePublicKey(address);
  if (key === undefined) throw new TypeError(`${address} is no address`);
  return key;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
