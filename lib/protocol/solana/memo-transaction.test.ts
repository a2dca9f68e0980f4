import { readFileSync } from "node:fs";
import { base64 } from "@scure/base";
import { AccountRole, address, type Instruction } from "@solana/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { buildMemoTransaction } from "./build-memo.ts";
import { decodeTransaction } from "./decode-transaction.ts";
import {
  assertion,
  BUDGET_LIMIT,
  BUDGET_PRICE,
  rebuilt,
  signedMemo,
  usualAdditions,
} from "./memo.testing.ts";
import { memoOfWrite } from "./memo-operations.ts";
import {
  findMemoFault,
  MAX_MEMO_HEADER_LENGTH,
  type ReadMemo,
  readMemoText,
  readMemoTransaction,
} from "./memo-transaction.ts";
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from "./programs.ts";

const wallet = new Wallet(new Uint8Array(32).fill(7));
const stranger = new Wallet(new Uint8Array(32).fill(9));
const digest = "ab".repeat(32);
const text = memoOfWrite("register_signer", digest);
const terms = { account: wallet.publicKey, text };
const unsigned = buildMemoTransaction(wallet.publicKey, text);

const sign = (message: Uint8Array) => wallet.sign(message);
const read = (transaction: Uint8Array, of = terms) => readMemoTransaction(transaction, of);
const codeOf = (answer: ReadMemo) => (answer.ok ? "accepted" : answer.fault.code);

function isAccepted(transaction: Uint8Array, of = terms): boolean {
  const answer = read(transaction, of);
  return answer.ok && isSignedBy(of.account, answer.message, answer.signature);
}

function withMemoAccounts(...accounts: string[]): Instruction {
  return {
    programAddress: address(MEMO_PROGRAM),
    accounts: accounts.map((one) => ({ address: address(one), role: AccountRole.READONLY })),
    data: new TextEncoder().encode("x"),
  };
}

test("a signed memo with exactly the text is accepted, and its message is what was signed", () => {
  const answer = read(signedMemo(unsigned, sign));
  expect(answer).toMatchObject({ ok: true, message: unsigned.slice(65) });
  expect(isAccepted(signedMemo(unsigned, sign))).toBe(true);
});

test("the other decoder shows the same account, text and life", () => {
  const shown = decodeTransaction(signedMemo(unsigned, sign));
  expect(shown).toMatchObject({
    payer: wallet.address,
    signers: [wallet.address],
    blockhash: "1".repeat(32),
    instructions: [{ kind: "memo", text, signers: [wallet.address] }],
  });
});

describe("a wallet may add what cannot move anything", () => {
  test.each([
    ["a compute limit", { before: [BUDGET_LIMIT] }],
    ["limit and price", { before: [BUDGET_LIMIT, BUDGET_PRICE] }],
    ["an assertion about the account", { after: [assertion(wallet.address)] }],
    ["an assertion about another account", { after: [assertion(stranger.address)] }],
    ["all that Phantom adds", usualAdditions(wallet.address)],
    ["eight assertions", { after: Array.from({ length: 8 }, () => assertion(wallet.address)) }],
  ])("%s, in both formats", (_name, additions) => {
    for (const version of [undefined, 0] as const) {
      const built = rebuilt(unsigned, { ...additions, ...(version === 0 && { version }) });
      expect(isAccepted(signedMemo(built, sign))).toBe(true);
    }
  });
});

describe("it is refused", () => {
  const transfer: Instruction = {
    programAddress: address(SYSTEM_PROGRAM),
    accounts: [
      { address: address(wallet.address), role: AccountRole.WRITABLE_SIGNER },
      { address: address(stranger.address), role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.from([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
  };
  /** Its blockhash would be the nonce's value: such a transaction lands whenever somebody sends it. */
  const advanceNonce: Instruction = {
    programAddress: address(SYSTEM_PROGRAM),
    accounts: [
      { address: address(stranger.address), role: AccountRole.WRITABLE },
      { address: address(wallet.address), role: AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.from([4, 0, 0, 0]),
  };
  const writable: Instruction = {
    ...assertion(stranger.address),
    accounts: [{ address: address(stranger.address), role: AccountRole.WRITABLE }],
  };
  const heap: Instruction = { ...BUDGET_LIMIT, data: Uint8Array.from([1, 0, 0, 1, 0]) };
  const longBudget: Instruction = { ...BUDGET_LIMIT, data: Uint8Array.from([2, 0, 0, 1, 0, 0]) };
  const many = Array.from({ length: 9 }, () => assertion(wallet.address));
  const secondSigner: Instruction = {
    ...assertion(stranger.address),
    accounts: [{ address: address(stranger.address), role: AccountRole.READONLY_SIGNER }],
  };

  test.each([
    ["with a transfer", { after: [transfer] }, "MEMO_ACCOUNTS"],
    ["with an advanced nonce", { before: [advanceNonce] }, "MEMO_ACCOUNTS"],
    ["with a writable account", { after: [writable] }, "MEMO_ACCOUNTS"],
    [
      "with a memory write of Lighthouse",
      { after: [assertion(wallet.address, 0)] },
      "MEMO_INSTRUCTION",
    ],
    [
      "with a memory close of Lighthouse",
      { after: [assertion(wallet.address, 1)] },
      "MEMO_INSTRUCTION",
    ],
    ["with a call of Lighthouse", { after: [assertion(wallet.address, 16)] }, "MEMO_INSTRUCTION"],
    ["with nine assertions", { after: many }, "MEMO_INSTRUCTION"],
    ["with another compute budget", { before: [heap] }, "MEMO_INSTRUCTION"],
    ["with a longer compute limit", { before: [longBudget] }, "MEMO_INSTRUCTION"],
    ["with two limits", { before: [BUDGET_LIMIT, BUDGET_LIMIT] }, "MEMO_INSTRUCTION"],
    ["with a second memo", { after: [withMemoAccounts()] }, "MEMO_COUNT"],
    [
      "with a memo of another account",
      { after: [withMemoAccounts(stranger.address)] },
      "MEMO_ACCOUNTS",
    ],
    ["with another signer", { after: [secondSigner] }, "MEMO_SIGNER"],
    ["with a living blockhash", { blockhash: stranger.address }, "MEMO_BLOCKHASH"],
    ["with another fee payer", { payer: stranger.address }, "MEMO_SIGNER"],
  ])("%s", (_name, changes, code) => {
    for (const version of [undefined, 0] as const) {
      const built = rebuilt(unsigned, { ...changes, ...(version === 0 && { version }) });
      expect(codeOf(read(signedMemo(built, sign)))).toBe(code);
    }
  });

  test("with an instruction that reads only", () => {
    const readonly = { ...transfer, accounts: [], data: new Uint8Array() };
    const built = rebuilt(unsigned, { after: [readonly] });
    expect(codeOf(read(built))).toBe("MEMO_INSTRUCTION");
  });

  test("with another text, of the same digest for another operation too", () => {
    const signed = signedMemo(unsigned, sign);
    const other = memoOfWrite("create_api_key", digest);
    expect(codeOf(read(signed, { ...terms, text: other }))).toBe("MEMO_TEXT");
    expect(codeOf(read(signed, { ...terms, text: `${text} ` }))).toBe("MEMO_TEXT");
    expect(codeOf(read(signed, { ...terms, text: digest }))).toBe("MEMO_TEXT");
  });

  test("for another account", () => {
    const signed = signedMemo(unsigned, sign);
    expect(codeOf(read(signed, { ...terms, account: stranger.publicKey }))).toBe("MEMO_SIGNER");
  });

  test("with lookup tables", () => {
    const built = rebuilt(unsigned, { version: 0 });
    const table = [...built.slice(0, -1), 1, ...stranger.publicKey, 0, 1, 0];
    expect(codeOf(read(Uint8Array.from(table)))).toBe("MEMO_LOOKUP_TABLES");
  });

  test("cut off anywhere, or with anything behind it", () => {
    const signed = signedMemo(rebuilt(unsigned, usualAdditions(wallet.address)), sign);
    for (let length = 0; length < signed.length; length += 1)
      expect(read(signed.slice(0, length)).ok).toBe(false);
    for (const more of [[0], [1], [...signed]])
      expect(codeOf(read(Uint8Array.from([...signed, ...more])))).toBe("MEMO_MALFORMED");
  });

  test("with a length that is not in its shortest form", () => {
    const at = 65 + 3;
    const long = [...unsigned.slice(0, at), 0x82, 0x00, ...unsigned.slice(at + 1)];
    expect(codeOf(read(Uint8Array.from(long)))).toBe("MEMO_MALFORMED");
    const larger = [...unsigned.slice(0, at), 0x82, 0x80, 0x01, ...unsigned.slice(at + 1)];
    expect(codeOf(read(Uint8Array.from(larger)))).toBe("MEMO_MALFORMED");
  });

  test("with an account twice, or one that nothing needs", () => {
    const keysAt = 65 + 4;
    const key = (bytes: Uint8Array) => {
      const keys = [...unsigned.slice(keysAt, keysAt + 64), ...bytes];
      const head = [...unsigned.slice(0, keysAt - 2), 2, 3];
      return Uint8Array.from([...head, ...keys, ...unsigned.slice(keysAt + 64)]);
    };
    expect(codeOf(read(key(stranger.publicKey)))).toBe("MEMO_ACCOUNTS");
    expect(codeOf(read(key(wallet.publicKey)))).toBe("MEMO_ACCOUNTS");
  });

  test("as text that is not its one base64", () => {
    const encoded = base64.encode(signedMemo(unsigned, sign));
    expect(readMemoText(encoded, terms).ok).toBe(true);
    const urlSafe = encoded.replaceAll("+", "-").replaceAll("/", "_");
    const wrong = ["", " ", `${encoded}=`, ` ${encoded}`, `${encoded}\n`, encoded.slice(1)];
    for (const one of [...wrong, ...(urlSafe === encoded ? [] : [urlSafe])])
      expect(codeOf(readMemoText(one, terms))).toBe("MEMO_MALFORMED");
    const long = "A".repeat(MAX_MEMO_HEADER_LENGTH + 4);
    expect(codeOf(readMemoText(long, terms))).toBe("MEMO_MALFORMED");
  });
});

describe("every byte counts", () => {
  const additions = usualAdditions(wallet.address);
  const forms = [
    unsigned,
    rebuilt(unsigned, additions),
    rebuilt(unsigned, { ...additions, version: 0 }),
  ];

  test("no flipped bit is accepted", () => {
    for (const form of forms) {
      const signed = signedMemo(form, sign);
      for (let bit = 0; bit < signed.length * 8; bit += 1) {
        const flipped = signed.slice();
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(isAccepted(flipped)).toBe(false);
      }
    }
  });

  test("of a memo alone no byte can be another, whoever signs that", () => {
    for (let at = 65; at < unsigned.length; at += 1) {
      for (let value = 0; value < 256; value += 1) {
        if (value === unsigned[at]) continue;
        const other = unsigned.slice();
        other[at] = value;
        expect(read(other).ok).toBe(false);
      }
    }
  });

  test("whatever is accepted, the other decoder reads as the same memo and nothing that moves", () => {
    const kinds = new Set(["memo", "guard", "compute-limit", "compute-price"]);
    const any = fc.record({
      form: fc.constantFrom(...forms),
      edits: fc.array(
        fc.tuple(fc.nat(400), fc.nat(255), fc.constantFrom("set", "insert", "drop")),
        {
          maxLength: 4,
        },
      ),
    });
    fc.assert(
      fc.property(any, ({ form, edits }) => {
        const bytes = [...form];
        for (const [place, value, how] of edits) {
          const at = 65 + (place % (bytes.length - 65));
          if (how === "set") bytes[at] = value;
          else bytes.splice(at, how === "drop" ? 1 : 0, ...(how === "drop" ? [] : [value]));
        }
        const transaction = Uint8Array.from(bytes);
        if (!read(transaction).ok) return;
        const shown = decodeTransaction(transaction);
        expect(shown.signers).toEqual([wallet.address]);
        expect(shown.tables).toEqual([]);
        expect(shown.blockhash).toBe("1".repeat(32));
        expect(shown.instructions.every(({ kind }) => kinds.has(kind))).toBe(true);
        const memos = shown.instructions.filter(({ kind }) => kind === "memo");
        expect(memos).toMatchObject([{ text }]);
      }),
      { numRuns: 5_000 },
    );
  });

  test("arbitrary bytes are refused, and never thrown at", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(read(bytes).ok).toBe(false);
        expect(findMemoFault(bytes, terms)).toBeDefined();
      }),
    );
  });
});

test("the longest sign-in text fits, and one that does not is not built", () => {
  const long = "x".repeat(1_000);
  expect(
    read(signedMemo(buildMemoTransaction(wallet.publicKey, long), sign), { ...terms, text: long })
      .ok,
  ).toBe(true);
  expect(() => buildMemoTransaction(wallet.publicKey, "x".repeat(1_200))).toThrow(RangeError);
});

type Vector = {
  note: string;
  text: string;
  transaction_base64: string;
  signature_hex: string;
  error: string | null;
};

const vectors = JSON.parse(
  readFileSync(
    new URL("../../../docs/api/vectors/memo-transactions.json", import.meta.url),
    "utf8",
  ),
) as { account: string; vectors: Vector[] };

test.each(vectors.vectors)("vector: $note", (vector) => {
  const account = decodePublicKey(vectors.account) ?? new Uint8Array();
  const answer = readMemoText(vector.transaction_base64, { account, text: vector.text });
  if (!answer.ok) {
    expect(answer.fault.code).toBe(vector.error);
    return;
  }
  expect(vector.error).toBe(null);
  expect(Buffer.from(answer.signature).toString("hex")).toBe(vector.signature_hex);
  expect(isSignedBy(account, answer.message, answer.signature)).toBe(true);
});
