"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { scopeNames } from "#components/trading/signing/scope-names.ts";
import { Button } from "#components/ui/button.tsx";
import type { SignerRecord } from "#lib/protocol/wire/account.ts";
import { browserName, parseLabel } from "./label.ts";

type SignerItemsProps = {
  signers: readonly SignerRecord[];
  /** The key that is being revoked. */
  pending?: string | undefined;
  onRevoke: (pubkey: string) => void;
};

/** Keys that may sign, with their scopes and a button to revoke each. */
export function SignerItems({ signers, pending, onRevoke }: SignerItemsProps) {
  const text = useText("tradingKey");
  if (signers.length === 0) return <p className="text-ink-muted">{text("listEmpty")}</p>;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded border">
        {signers.map((signer) => (
          <SignerItem
            key={signer.signer}
            signer={signer}
            pending={pending === signer.signer}
            onRevoke={() => onRevoke(signer.signer)}
          />
        ))}
      </ul>
      <p className="text-2xs text-ink-faint">{text("revokeHint")}</p>
    </>
  );
}

type SignerItemProps = { signer: SignerRecord; pending: boolean; onRevoke: () => void };

function SignerItem({ signer, pending, onRevoke }: SignerItemProps) {
  const text = useText("tradingKey");
  const frame = useText("settingsFrame");
  const scopes = useText("signing");
  const { dayAndTime } = useFormat();
  const key = useTradingKeyState();
  const { name, createdAt } = parseLabel(signer.label);
  const own = key.pubkey === signer.signer;
  // A browser that deleted its data has lost its key too, and knows it only by the browser's name.
  const isLost = key.state === "none" && name === browserName(navigator.userAgent);
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
        {isLost ? <p className="text-2xs text-warn">{text("lost")}</p> : null}
        <p className="truncate font-mono text-2xs text-ink-muted" dir="ltr" title={signer.signer}>
          {signer.signer}
        </p>
        <dl className="mt-0.5 flex flex-wrap gap-x-3 text-2xs text-ink-muted">
          <Fact name={text("createdAt")}>
            {createdAt === undefined ? text("unknownTime") : dayAndTime(createdAt)}
          </Fact>
          <Fact name={text("expires")}>{dayAndTime(signer.expires_at)}</Fact>
          <Fact name={scopes("field_scopes")}>{scopeNames(signer.scopes, scopes)}</Fact>
        </dl>
      </div>
      <Button
        className="shrink-0 pointer-coarse:min-h-11"
        onClick={onRevoke}
        aria-label={text("revokeNamed", { label: signer.label })}
        aria-disabled={pending}
      >
        {pending ? frame("oneMoment") : text("revoke")}
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
