/** The memos of a transaction as nodes list them beside its signature: `[length] text`, joined by `; `. */
import { MEMO_PROGRAM } from "#services/chain/vm/account-state.ts";
import { readTransaction } from "#services/chain/vm/wire-transaction.ts";

/** Clients list the same transactions again and again, and decoding one takes longer than the rest of its row. */
const MOST_KNOWN = 10_000;

/** Memos of the transactions that were listed lately. What a signature signs does not change. */
export class Memos {
  readonly #known = new Map<string, string | null>();

  /** Null when the transaction has no memo. */
  of({ signature, bytes }: { signature: string; bytes: Uint8Array }): string | null {
    const known = this.#known.get(signature);
    if (known !== undefined) return known;
    const memo = readMemo(bytes);
    this.#known.set(signature, memo);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
    return memo;
  }
}

function readMemo(bytes: Uint8Array): string | null {
  const { message } = readTransaction(bytes);
  const memos = message.instructions.flatMap(({ programAddressIndex, data }) => {
    if (message.staticAccounts[programAddressIndex] !== MEMO_PROGRAM) return [];
    const text = Buffer.from(new Uint8Array(data ?? [])).toString("utf8");
    return [`[${Buffer.byteLength(text)}] ${text}`];
  });
  return memos.length === 0 ? null : memos.join("; ");
}
