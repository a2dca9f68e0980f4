"use client";

import { errorText } from "#components/data/errors/error-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ReadFailure } from "#components/trading/account-state/account-store.ts";
import { Button } from "#components/ui/button.tsx";
import { useRevokeKey, useSigners } from "./key-actions.ts";
import { SignerItems } from "./signer-items.tsx";

type SignerListProps = {
  /** Called before the signing panel opens, which needs the place of a dialog around this list. */
  onSigning?: () => void;
  /** Called when the revocation was signed and answered, or not signed. */
  onSigned?: () => void;
};

/** All keys that may sign for the account, in whichever browser they are, each with a way to revoke it. */
export function SignerList({ onSigning, onSigned }: SignerListProps) {
  const text = useText("tradingKey");
  const signers = useSigners();
  const revoke = useRevokeKey();
  const ask = async (pubkey: string) => {
    onSigning?.();
    await revoke(pubkey);
    onSigned?.();
  };
  // Without a venue key nothing can be read, and nothing is said.
  if (!signers.isLoading && !signers.isError && !signers.data) return null;
  return (
    <section aria-label={text("listTitle")} className="flex flex-col gap-2 text-xs">
      <h3 className="font-medium">{text("listTitle")}</h3>
      {signers.isLoading ? <output className="text-ink-muted">{text("listLoading")}</output> : null}
      {signers.isError ? (
        <p className="flex items-center justify-between gap-3 text-warn" role="alert">
          {text("listFailed", { reason: reasonOf(signers.error) })}
          <Button size="xs" onClick={() => void signers.refetch()}>
            {text("listRetry")}
          </Button>
        </p>
      ) : null}
      {signers.data ? (
        <SignerItems signers={signers.data} onRevoke={(pubkey) => void ask(pubkey)} />
      ) : null}
    </section>
  );
}

function reasonOf(error: Error): string {
  return error instanceof ReadFailure ? errorText(error.code, error.message) : error.message;
}
