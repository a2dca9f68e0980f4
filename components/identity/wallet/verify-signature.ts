/** Checks what a wallet signed. */
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { clientText } from "#components/i18n/client-text.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { WalletFault } from "./failures.ts";

/**
 * `undefined` for the account's signature over exactly this text. `wrapped` for one over an off-chain message of Solana around
 * it, as hardware wallets make.
 */
export async function faultOfSignature(
  publicKey: ArrayLike<number>,
  signature: Uint8Array,
  text: Uint8Array,
): Promise<"wrapped" | "doesNotVerify" | undefined> {
  if (await verifies(publicKey, signature, text)) return undefined;
  for (const wrapped of offChainForms(publicKey, text))
    if (await verifies(publicKey, signature, wrapped)) return "wrapped";
  return "doesNotVerify";
}

/**
 * A signature that does not verify mostly comes from another account, because wallets can switch accounts without a word: the user reads
 * which one is needed.
 */
export function notByAccount(wallet: Wallet, { address }: WalletAccount): WalletFault {
  const named = { wallet: wallet.name, address: isolated(shortAddress(address)) };
  return new WalletFault(clientText("wallet")("doesNotVerify", named));
}

/** A browser whose WebCrypto has no Ed25519 loads tweetnacl for it. */
async function verifies(
  publicKey: ArrayLike<number>,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey("raw", Uint8Array.from(publicKey), "Ed25519", false, [
      "verify",
    ]);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "NotSupportedError")) return false;
    const { verify } = await import("#components/identity/browser-keys/tweetnacl-ed25519.ts");
    return verify(Uint8Array.from(publicKey), Uint8Array.from(signature), Uint8Array.from(message));
  }
  return crypto.subtle.verify("Ed25519", key, Uint8Array.from(signature), Uint8Array.from(message));
}

const DOMAIN = [0xff, ...new TextEncoder().encode("solana offchain")];
const VERSION = 0;
/** Restricted ASCII, short UTF-8, long UTF-8. */
const FORMATS = [0, 1, 2];

/**
 * The bytes that a wallet signs when it wraps the text. Older Ledger apps do this, and Solana's off-chain message format
 * without an application domain.
 */
function offChainForms(publicKey: ArrayLike<number>, text: Uint8Array): Uint8Array[] {
  const length = [text.length & 0xff, text.length >> 8];
  const signers = [1, ...Array.from(publicKey)];
  const applicationDomain = new Uint8Array(32);
  return FORMATS.flatMap((format) => [
    Uint8Array.from([...DOMAIN, VERSION, format, ...length, ...text]),
    Uint8Array.from([
      ...DOMAIN,
      VERSION,
      ...applicationDomain,
      format,
      ...signers,
      ...length,
      ...text,
    ]),
  ]);
}
