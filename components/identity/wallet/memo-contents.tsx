"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { decodeTransaction, instructionLine } from "#lib/protocol/solana/decode-transaction.ts";

/** Zeros: no block has this hash. */
const NO_BLOCKHASH = "1".repeat(32);

/** Shows the transaction that the wallet signs. The decoder reads its bytes and shares no code with the builder. */
export function MemoContents({ transaction }: { transaction: Uint8Array }) {
  const text = useText("wallet");
  const { payer, blockhash, instructions } = decodeTransaction(transaction);
  return (
    <section aria-label={text("memoContents")} className="flex flex-col gap-2 rounded border p-3">
      <h3 className="font-medium">{text("memoContents")}</h3>
      {instructions.map((one, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- signed bytes do not change their order
        <div key={index}>
          <p className="text-ink-muted">
            {one.kind === "memo" ? text("memoField") : instructionLine(one)}
          </p>
          {one.kind === "memo" ? (
            <pre dir="ltr" className="font-mono text-2xs whitespace-pre-wrap break-all">
              {one.text}
            </pre>
          ) : null}
        </div>
      ))}
      <p className="text-ink-muted">
        {text("memoSigner")} <bdi className="font-mono text-2xs break-all">{payer}</bdi>
      </p>
      <p className={blockhash === NO_BLOCKHASH ? "text-ink-muted" : "text-bad"}>
        {text(blockhash === NO_BLOCKHASH ? "memoNeverSent" : "memoCouldBeSent")}
      </p>
    </section>
  );
}
