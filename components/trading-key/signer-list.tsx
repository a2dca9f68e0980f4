"use client";

import { ReadFailure } from "#components/account/account-store.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { scopeNames } from "#components/signing/describe.ts";
import { Button } from "#components/ui/button.tsx";
import { errorText } from "#components/venue-errors/error-text.ts";
import { useRevokeKey, useSigners } from "./key-actions.ts";
import { readLabel } from "./label.ts";
import type { SignerRecord } from "./registration.ts";
import { useTradingKeyState } from "./use-trading-key.ts";

type SignerListProps = {
  /** Of its heading, one below what it stands under. */
  level?: 2 | 3;
  /** Called before the signing panel opens, which needs the place of a dialog around this list. */
  onSigning?: () => void;
  /** Called when the revocation was signed and answered, or not signed. */
  onSigned?: () => void;
};

/** All keys that may sign for the account, in whichever browser they are, each with a way to revoke it. */
export function SignerList({ level = 3, onSigning, onSigned }: SignerListProps) {
  const text = useText("tradingKey");
  const Heading = `h${level}` as const;
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
      <Heading className="font-medium">{text("listTitle")}</Heading>
      {signers.isLoading ? <output className="text-ink-muted">{text("listLoading")}</output> : null}
      {signers.isError ? (
        <p className="flex items-center justify-between gap-3 text-warn" role="alert">
          {text("listFailed", { reason: reasonOf(signers.error) })}
          <Button size="xs" onClick={() => void signers.refetch()}>
            {text("listRetry")}
          </Button>
        </p>
      ) : null}
      {signers.data?.length === 0 ? <p className="text-ink-muted">{text("listEmpty")}</p> : null}
      {signers.data && signers.data.length > 0 ? (
        <>
          <ul className="flex flex-col divide-y divide-line rounded border">
            {signers.data.map((signer) => (
              <SignerItem
                key={signer.signer}
                signer={signer}
                onRevoke={() => void ask(signer.signer)}
              />
            ))}
          </ul>
          <p className="text-2xs text-ink-faint">{text("revokeHint")}</p>
        </>
      ) : null}
    </section>
  );
}

function reasonOf(error: Error): string {
  return error instanceof ReadFailure ? errorText(error.code, error.message) : error.message;
}

function SignerItem({ signer, onRevoke }: { signer: SignerRecord; onRevoke: () => void }) {
  const text = useText("tradingKey");
  const scopes = useText("signing");
  const { dayAndTime } = useFormat();
  const key = useTradingKeyState();
  const { name, createdAt } = readLabel(signer.label);
  const own = key.pubkey === signer.signer;
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          <bdi className="break-all">{name}</bdi>
          {own ? (
            <span className="rounded bg-accent-soft px-1.5 text-2xs text-accent">
              {text(key.state === "live" ? "thisBrowser" : "gone")}
            </span>
          ) : null}
        </p>
        <p className="truncate font-mono text-2xs text-ink-muted" dir="ltr" title={signer.signer}>
          {signer.signer}
        </p>
        <dl className="mt-0.5 flex flex-wrap gap-x-3 text-2xs text-ink-muted">
          <Fact name={text("createdAt")}>
            {createdAt === undefined ? text("unknownTime") : dayAndTime(createdAt)}
          </Fact>
          <Fact name={text("expiresAt")}>{dayAndTime(signer.expires_at)}</Fact>
          <Fact name={scopes("field_scopes")}>{scopeNames(signer.scopes, scopes)}</Fact>
        </dl>
      </div>
      <Button onClick={onRevoke} aria-label={text("revokeNamed", { label: signer.label })}>
        {text("revoke")}
      </Button>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex gap-x-1">
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
