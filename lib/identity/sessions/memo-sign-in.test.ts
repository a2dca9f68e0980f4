import { base58, base64 } from "@scure/base";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHALLENGE_MS, createChallenge } from "#lib/identity/proofs/challenge.ts";
import { proveWallet } from "#lib/identity/proofs/prove-wallet.ts";
import type { ProofPurpose } from "#lib/identity/proofs/sign-in-message.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { buildMemoTransaction } from "#lib/protocol/solana/build-memo.ts";
import { rebuilt, signedMemo, usualAdditions } from "#lib/protocol/solana/memo.testing.ts";

const NOW = 1_800_000_000_000;

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

let wallets = 0;
function newWallet(): Wallet {
  wallets += 1;
  return new Wallet(new Uint8Array(32).fill(wallets));
}

async function challenge({ address }: Wallet, purpose?: ProofPurpose): Promise<string> {
  const body = { address, ...(purpose && { purpose }) };
  return (await createChallenge({ ctx: { now: NOW }, input: { body } })).message;
}

type Change = (transaction: Uint8Array) => Uint8Array;
type Parts = { text?: string; change?: Change; signer?: Wallet };

/** The proof of a hardware wallet, for the transaction that `change` makes of the unsigned one. */
function memoProof(wallet: Wallet, message: string, parts: Parts = {}) {
  const { text = message, change = (unsigned) => unsigned, signer = wallet } = parts;
  const unsigned = change(buildMemoTransaction(wallet.publicKey, text));
  const signed = signedMemo(unsigned, (bytes) => signer.sign(bytes));
  const signature = base58.encode(signed.slice(1, 65));
  return { address: wallet.address, message, signature, memoTransaction: base64.encode(signed) };
}

it("a hardware wallet signs in with a memo, as its wallet software sends it, once", async () => {
  const wallet = newWallet();
  const usual: Change = (unsigned) => rebuilt(unsigned, usualAdditions(wallet.address));
  const plain: Change = (unsigned) => unsigned;
  for (const change of [plain, usual]) {
    const proof = memoProof(wallet, await challenge(wallet), { change });
    expect(await proveWallet(proof, NOW)).toMatchObject({
      kind: "wallet",
      subject: wallet.address,
    });
    await expect(proveWallet(proof, NOW)).rejects.toMatchObject({
      code: "SIGN_IN_REFUSED",
      message: expect.stringContaining("used before") as string,
    });
  }
});

it("text and memo use up one challenge, whichever comes first", async () => {
  const wallet = newWallet();
  const message = await challenge(wallet);
  const signature = base58.encode(wallet.sign(message));
  await proveWallet({ address: wallet.address, message, signature }, NOW);
  await expect(proveWallet(memoProof(wallet, message), NOW)).rejects.toMatchObject({
    code: "SIGN_IN_REFUSED",
  });
});

it("expires with its challenge", async () => {
  const wallet = newWallet();
  const proof = memoProof(wallet, await challenge(wallet));
  await expect(proveWallet(proof, NOW + CHALLENGE_MS)).rejects.toMatchObject({
    code: "SIGN_IN_REFUSED",
    message: expect.stringContaining("expired") as string,
  });
});

it.each(["link", "prove"] as const)("does not stand for the text of %s", async (purpose) => {
  const wallet = newWallet();
  const proof = memoProof(wallet, await challenge(wallet, purpose));
  await expect(proveWallet(proof, NOW, purpose)).rejects.toMatchObject({
    code: "MEMO_NOT_ACCEPTED",
  });
  await expect(proveWallet(proof, NOW)).rejects.toMatchObject({ code: "SIGN_IN_REFUSED" });
});

it("is refused with the reason, and the challenge stays its owner's", async () => {
  const [wallet, stranger] = [newWallet(), newWallet()];
  const message = await challenge(wallet);
  const refused = async (proof: Parameters<typeof proveWallet>[0], code: string) =>
    expect(proveWallet(proof, NOW)).rejects.toMatchObject({ code });

  await refused(
    memoProof(wallet, message, { text: message.replace("localhost", "evilhost") }),
    "MEMO_TEXT",
  );
  const another = await challenge(wallet);
  await refused(memoProof(wallet, message, { text: another }), "MEMO_TEXT");
  const living: Change = (unsigned) => rebuilt(unsigned, { blockhash: stranger.address });
  await refused(memoProof(wallet, message, { change: living }), "MEMO_BLOCKHASH");
  await refused({ ...memoProof(wallet, message), memoTransaction: "" }, "MEMO_MALFORMED");

  const good = memoProof(wallet, message);
  // The memo is right, and the signature beside it is one over the text.
  await refused({ ...good, signature: base58.encode(wallet.sign(message)) }, "SIGN_IN_REFUSED");
  const forged = memoProof(wallet, message, { signer: stranger });
  await refused(forged, "SIGN_IN_REFUSED");
  // A signature of the transaction is none of the text.
  await refused({ address: wallet.address, message, signature: good.signature }, "SIGN_IN_REFUSED");

  expect(await proveWallet(good, NOW)).toMatchObject({ subject: wallet.address });
});
