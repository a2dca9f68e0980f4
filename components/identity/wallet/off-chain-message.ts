/** Solana's off-chain messages, in which hardware wallets wrap a text before they sign it. */

const DOMAIN = [0xff, ...new TextEncoder().encode("solana offchain")];
const VERSION = 0;
/** Restricted ASCII, short UTF-8, long UTF-8. */
const FORMATS = [0, 1, 2];

/**
 * The bytes that a wallet signs when it wraps the text: as older Ledger apps do, and by the specification without an
 * application domain.
 */
export function offChainForms(publicKey: ArrayLike<number>, text: Uint8Array): Uint8Array[] {
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
