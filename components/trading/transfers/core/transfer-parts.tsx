"use client";

import type { ReactNode } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ReadFailure } from "#components/trading/account-reads/account-store.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { useTransferTerms } from "./use-transfer-terms.ts";

/** Shows the content once it is known that money can enter and leave, and else why it cannot. */
export function WithTerms({ children }: { children: (terms: VaultTerms) => ReactNode }) {
  const text = useText("transfers");
  const terms = useTransferTerms();
  if (terms.data === null)
    return <Notice title={text("notAvailable")} detail={text("notAvailableDetail")} />;
  if (terms.data !== undefined) return children(terms.data);
  if (!terms.isError) return <Loading label={text("loading")} />;
  return (
    <Notice title={reasonOf(terms.error)}>
      <Button size="xs" onClick={() => void terms.refetch()}>
        {text("tryAgain")}
      </Button>
    </Notice>
  );
}

function reasonOf(error: Error): string {
  const code = error instanceof ReadFailure ? error.code : "";
  return failureText({ code, message: error.message, status: 0 });
}

type CopyLineProps = { label: string; value: string; children?: ReactNode };

/** A text to copy, such as an address, in full. */
export function CopyLine({ label, value, children }: CopyLineProps) {
  return (
    <div>
      <p className="text-2xs text-ink-muted">{label}</p>
      <div className="mt-0.5 flex items-center gap-1 rounded border bg-raised ps-2.5">
        <code dir="ltr" className="min-w-0 flex-1 py-1.5 font-mono text-xs break-all">
          {value}
        </code>
        <CopyButton value={value} what={label} />
      </div>
      {children ? <p className="mt-1 text-2xs text-ink-muted">{children}</p> : null}
    </div>
  );
}
