"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { Button } from "#components/ui/button.tsx";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";

export type Send = (orders: readonly PlaceOrderFields[]) => Promise<void>;

type ConfirmProps = {
  button: string;
  locked: boolean;
  reason: string | undefined;
  /** Whose mark the figures stand on. */
  market?: string;
  onConfirm: () => unknown;
  children: ReactNode;
};

/** A form of nothing but its question: Enter on the focused button answers it. */
export function Confirm({ button, locked, reason, market, onConfirm, children }: ConfirmProps) {
  const [sent, setSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (locked || sent) return;
    setSent(true);
    onConfirm();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 text-xs">
      {children}
      {reason ? <p className="text-2xs text-warn">{reason}</p> : <OldMark market={market} />}
      <Button type="submit" tone="primary" size="md" disabled={locked}>
        {button}
      </Button>
    </form>
  );
}

function OldMark({ market }: { market: string | undefined }) {
  const text = useText("account");
  const { symbol } = useMarket();
  const old = useNotCurrent();
  if (!old || market !== symbol) return null;
  return (
    <p className="text-2xs text-warn">
      {text("markOldReduces")} <AgeNote />
    </p>
  );
}
