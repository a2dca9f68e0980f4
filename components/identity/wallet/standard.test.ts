import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WalletFault } from "./failures.ts";
import { signBytes } from "./standard.ts";

const MESSAGE = new TextEncoder().encode("any text");

function newAccount(): { account: WalletAccount; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const account = {
    address: "account",
    publicKey: Uint8Array.from(raw),
    features: ["solana:signMessage"],
  } as unknown as WalletAccount;
  return { account, privateKey };
}

/** A wallet whose signature of a message is what `answer` makes. */
function walletOf(answer: (message: Uint8Array) => Uint8Array): Wallet {
  const signMessage = ({ message }: { message: Uint8Array }) =>
    Promise.resolve([{ signedMessage: message, signature: answer(message) }]);
  return { name: "Test", features: { "solana:signMessage": { signMessage } } } as unknown as Wallet;
}

afterEach(() => vi.restoreAllMocks());

describe.each(["with WebCrypto", "where WebCrypto has no Ed25519"])("a signature %s", (where) => {
  const prepare = () => {
    if (where === "with WebCrypto") return;
    const missing = new DOMException("no Ed25519", "NotSupportedError");
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(missing);
  };

  test("of the account is returned", async () => {
    prepare();
    const { account, privateKey } = newAccount();
    const wallet = walletOf((message) => sign(null, message, privateKey));
    const signature = await signBytes({ wallet, account }, MESSAGE);
    expect(Buffer.from(signature)).toEqual(sign(null, MESSAGE, privateKey));
  });

  test.each([
    ["of another account", () => sign(null, MESSAGE, newAccount().privateKey)],
    ["that is no signature", () => new Uint8Array(64)],
    ["that is too short", () => new Uint8Array(12)],
  ])("%s is refused", async (_name, answer) => {
    prepare();
    const { account } = newAccount();
    await expect(signBytes({ wallet: walletOf(answer), account }, MESSAGE)).rejects.toBeInstanceOf(
      WalletFault,
    );
  });

  test("over an off-chain message around the text is explained as such", async () => {
    prepare();
    const { account, privateKey } = newAccount();
    const length = Uint8Array.of(MESSAGE.length, 0);
    const domain = [0xff, ...new TextEncoder().encode("solana offchain"), 0];
    const ledger = Uint8Array.from([...domain, 0, ...length, ...MESSAGE]);
    const signers = [...new Uint8Array(32), 1, 1, ...Uint8Array.from(account.publicKey)];
    const first = Uint8Array.from([...domain, ...signers, ...length, ...MESSAGE]);
    for (const wrapped of [ledger, first]) {
      const wallet = walletOf(() => sign(null, wrapped, privateKey));
      await expect(signBytes({ wallet, account }, MESSAGE)).rejects.toThrow("wrapped");
    }
  });
});
