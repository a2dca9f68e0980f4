"use client";

import { MemoContents } from "#components/identity/wallet/memo-contents.tsx";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { buildMemoTransaction } from "#lib/protocol/solana/build-memo.ts";
import { isMemoOperation, memoOfWrite } from "#lib/protocol/solana/memo-operations.ts";
import type { PreparedWrite } from "./requests.ts";

/** The transaction that a hardware wallet signs for a write. */
export default function MemoOfWrite({ prepared }: { prepared: PreparedWrite }) {
  const { account, digest, draft } = prepared;
  const key = decodePublicKey(account);
  if (key === undefined || !isMemoOperation(draft.operation)) return null;
  const memo = memoOfWrite(draft.operation, digest);
  return (
    <div className="mt-2">
      <MemoContents transaction={buildMemoTransaction(key, memo)} />
    </div>
  );
}
