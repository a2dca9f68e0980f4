"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { WalletRejected } from "#components/identity/wallet/failures.ts";
import { Button } from "#components/ui/button.tsx";

type WhatYouSignProps = { rows: readonly (readonly [name: string, value: ReactNode])[] };

/** Shows what a transaction does, one fact a row. */
export function WhatYouSign({ rows }: WhatYouSignProps) {
  const text = useText("chain");
  return (
    <section aria-label={text("whatHappens")} className="rounded border">
      <h3 className="border-b px-3 py-2 text-xs font-medium">{text("whatHappens")}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 p-3 text-xs">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="text-end wrap-anywhere">
              <bdi dir="ltr" translate="no">
                {value}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The message to show when the wallet did not sign. */
export function walletRefusalText(error: unknown): string {
  const isFault = error instanceof Error && !(error instanceof WalletRejected);
  return isFault ? error.message : clientText("chain")("declined");
}

type SignButtonsProps = {
  /** Name of the wallet that signs. */
  wallet: string;
  /** Whether the wallet may be opened now. */
  isReady?: boolean;
  onBack: () => void;
  /**
   * Opens the wallet. Resolves to undefined when the transaction is signed and sent, else to the
   * reason why not.
   */
  onSign: (isLeft: () => boolean) => Promise<string | undefined>;
  onSent: () => void;
};

/**
 * The buttons "sign" and "back". If the wallet signs after the buttons are gone, the transaction is
 * not sent.
 */
export function SignButtons({ wallet, isReady = true, onBack, onSign, onSent }: SignButtonsProps) {
  const text = useText("chain");
  const primary = useRef<HTMLButtonElement>(null);
  const isLeft = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    primary.current?.focus();
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const sign = async () => {
    setPending(true);
    setProblem(undefined);
    const said = await onSign(() => isLeft.current).catch(walletRefusalText);
    if (isLeft.current) return;
    setPending(false);
    setProblem(said);
    if (said === undefined) onSent();
  };
  return (
    <>
      <output className={problem ? "text-xs text-warn" : "text-xs text-ink-muted"}>
        {pending ? text("answerInWallet", { wallet }) : (problem ?? text("simulatedSame"))}
      </output>
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" onClick={onBack}>
          {text("back")}
        </Button>
        <Button
          ref={primary}
          size="md"
          tone="primary"
          aria-disabled={pending || !isReady}
          onKeyDown={(event) => {
            // The key that opened the review may still be held down, and that must not confirm it.
            if (event.repeat) event.preventDefault();
          }}
          onClick={() => {
            if (!pending && isReady) void sign();
          }}
        >
          {text(pending ? "waiting" : "signWith", { wallet })}
        </Button>
      </div>
    </>
  );
}
