/** A transaction's memos in the form in which nodes list them: `[length] text`, joined by `; `. */
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { parseTransaction } from "#services/chain/vm/wire-transaction.ts";

/**
 * Clients list the same transactions repeatedly, and decoding one takes longer than the rest of its
 * row.
 */
const MAX_KNOWN = 10_000;

/** A cache of the memos of recently listed transactions. A signed message never changes. */
export class Memos {
  readonly #known = new Map<string, string | null>();

  /** Null when the transaction has no memo. */
  of({ signature, bytes }: { signature: string; bytes: Uint8Array }): string | null {
    const known = this.#known.get(signature);
    if (known !== undefined) return known;
    const memo = readMemo(bytes);
    this.#known.set(signature, memo);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
    }
    return memo;
  }
}

function readMemo(bytes: Uint8Array): string | null {
  const { message } = parseTransaction(bytes);
  const memos = message.instructions.flatMap(({ programAddressIndex, data }) => {
    if (message.staticAccounts[programAddressIndex] !== MEMO_PROGRAM) return [];
    const text = Buffer.from(new Uint8Array(data ?? [])).toString("utf8");
    return [`[${Buffer.byteLength(text)}] ${text}`];
  });
  return memos.length === 0 ? null : memos.join("; ");
}
