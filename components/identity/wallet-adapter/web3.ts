/**
 * Stands for `@solana/web3.js` in the page (see next.config.ts): what the wallet adapter uses of it to connect and to sign.
 * The package itself is 85 KB gzipped. Transactions are made elsewhere and pass through the adapter as their wire bytes.
 */
import { decodePublicKey, encodePublicKey } from "#lib/protocol/signing/signing.ts";

export class PublicKey {
  readonly #bytes: Uint8Array;

  /** @throws when the address is not base58 of 32 bytes */
  constructor(address: string) {
    const bytes = decodePublicKey(address);
    if (bytes === undefined) throw new Error("Invalid public key input");
    this.#bytes = bytes;
  }

  toBase58(): string {
    return encodePublicKey(this.#bytes);
  }
}

class WireTransaction {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  serialize(): Uint8Array {
    return this.#bytes;
  }
}

/** A transaction in the legacy format, which has no version. */
export class Transaction extends WireTransaction {
  static from(bytes: Uint8Array): Transaction {
    return new Transaction(bytes);
  }
}

export class VersionedTransaction extends WireTransaction {
  readonly version = 0;

  static deserialize(bytes: Uint8Array): VersionedTransaction {
    return new VersionedTransaction(bytes);
  }
}

/** The adapter's way to a node, which nothing here uses: it takes every host but localhost for mainnet. */
export class Connection {
  constructor() {
    throw new Error("Transactions are not sent through the wallet adapter.");
  }
}
