"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { MemoContents } from "./memo-contents.tsx";

type MemoOfferProps = {
  wallet: string;
  /** The transaction that the wallet is asked to sign; absent before. */
  asked?: Uint8Array | undefined;
  problem?: string | undefined;
  busy: boolean;
  onSign: () => void;
  /** Asks for the text again. */
  onText: () => void;
};

/** Offers a sign-in by a memo to a hardware wallet, says what it can and cannot do, and shows what is signed. */
export function MemoOffer({ wallet, asked, problem, busy, onSign, onText }: MemoOfferProps) {
  const text = useText("wallet");
  return (
    <div className="flex flex-col gap-3 text-xs">
      <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-muted">
        <li>{text("memoCosts")}</li>
        <li>{text("memoOrders")}</li>
        <li>{text("memoCannot")}</li>
        <li>{text("memoDevice")}</li>
      </ul>
      {asked === undefined ? null : <MemoContents transaction={asked} />}
      {busy ? <output className="text-ink-muted">{text("memoAsked", { wallet })}</output> : null}
      {problem === undefined ? null : (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" disabled={busy} onClick={onText}>
          {text("memoText")}
        </Button>
        <Button size="md" tone="primary" disabled={busy} onClick={onSign}>
          {text("memoSign")}
        </Button>
      </div>
    </div>
  );
}
