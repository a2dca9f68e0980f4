/** The memos of a transaction as nodes list them beside its signature: `[length] text`, joined by `; `. */
import { MEMO_PROGRAM } from "#services/chain/vm/account-state.ts";
import { readTransaction } from "#services/chain/vm/wire-transaction.ts";

/** Null when the transaction has no memo. */
export function memoOf(bytes: Uint8Array): string | null {
  const { message } = readTransaction(bytes);
  const memos = message.instructions.flatMap(({ programAddressIndex, data }) => {
    if (message.staticAccounts[programAddressIndex] !== MEMO_PROGRAM) return [];
    const text = Buffer.from(new Uint8Array(data ?? [])).toString("utf8");
    return [`[${Buffer.byteLength(text)}] ${text}`];
  });
  return memos.length === 0 ? null : memos.join("; ");
}
