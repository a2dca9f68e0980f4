/** The demo wallet signs transactions that `@solana/web3.js` 1.x made, and that library accepts its signatures. */
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { readTransaction } from "#components/identity/demo-wallet/transaction.ts";

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1));
const owner = Keypair.fromSeed(new Uint8Array(32).fill(2));
const recentBlockhash = new PublicKey(new Uint8Array(32).fill(9)).toBase58();

/** Signed by the payer already; the owner's signature is still missing. */
const instructions = [payer, owner].map(({ publicKey }) =>
  SystemProgram.transfer({
    fromPubkey: publicKey,
    toPubkey: new PublicKey(new Uint8Array(32).fill(7)),
    lamports: 5,
  }),
);

function legacy(): Uint8Array {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash });
  transaction.add(...instructions).partialSign(payer);
  return Uint8Array.from(transaction.serialize({ requireAllSignatures: false }));
}

function versioned(): Uint8Array {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash,
    instructions,
  });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([payer]);
  return transaction.serialize();
}

describe("a transaction that the demo wallet signs", () => {
  test("of the first format has valid signatures afterwards", () => {
    const { message, lines, withSignature } = readTransaction(legacy(), owner.publicKey.toBase58());
    const signed = withSignature(nacl.sign.detached(message, owner.secretKey));
    expect(Transaction.from(signed).verifySignatures()).toBe(true);
    const to = new PublicKey(new Uint8Array(32).fill(7)).toBase58();
    expect(lines).toEqual(Array(2).fill(`Transfer 0.000000005 SOL to ${to}`));
  });

  test("of version 0 keeps the other signature and gets the right one of its own", () => {
    const bytes = versioned();
    const { message, withSignature } = readTransaction(bytes, owner.publicKey.toBase58());
    const signed = VersionedTransaction.deserialize(
      withSignature(nacl.sign.detached(message, owner.secretKey)),
    );
    const signedBytes = signed.message.serialize();
    const keys = signed.message.staticAccountKeys;
    signed.signatures.forEach((signature, index) => {
      expect(nacl.sign.detached.verify(signedBytes, signature, keys[index]!.toBytes())).toBe(true);
    });
    expect(signed.signatures).toHaveLength(2);
  });

  test("is refused when the key is not a signer, the version is unknown, or bytes are missing", () => {
    const stranger = new PublicKey(new Uint8Array(32).fill(7)).toBase58();
    expect(() => readTransaction(versioned(), stranger)).toThrow("does not sign");
    const later = versioned();
    later[1 + 2 * 64] = 0x81;
    expect(() => readTransaction(later, owner.publicKey.toBase58())).toThrow("version");
    expect(() => readTransaction(versioned().slice(0, -1), owner.publicKey.toBase58())).toThrow(
      "cut off",
    );
    expect(() => readTransaction(new Uint8Array(), owner.publicKey.toBase58())).toThrow("cut off");
  });
});
