"use client";

import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ReadFailure } from "#components/trading/account-state/account-store.ts";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
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

/** The network in words, and whether it is simulated. */
export function NetworkLine({ network }: { network: VaultTerms["network"] }) {
  const text = useText("transfers");
  const isSimulated = network === "simulated";
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
      {text("network")}{" "}
      <bdi className="font-medium text-ink">Solana{isSimulated ? "" : ` ${network}`}</bdi>
      {isSimulated ? (
        <Chip tone="warn" title={text("simulatedHelp")}>
          {text("simulated")}
        </Chip>
      ) : null}
    </p>
  );
}

type TransactionLinkProps = {
  terms: Pick<VaultTerms, "network" | "sandbox_url">;
  signature: string;
  className?: string;
};

/** The transaction in the explorer of its network, and a button that copies its signature. */
export function TransactionLink({ terms, signature, className }: TransactionLinkProps) {
  const text = useText("transfers");
  const href = explorerUrl({ network: terms.network, signature }, terms.sandbox_url);
  return (
    <span className={cn("flex items-center gap-1 text-xs", className)}>
      {href === null ? null : <OutsideLink href={href}>{text("showTransaction")}</OutsideLink>}
      <CopyButton value={signature} what={text("signatureOf")} />
    </span>
  );
}

/** Opens a page of another site in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {children}
      <ExternalLink size={12} aria-hidden />
    </a>
  );
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

type StepsProps = { label: string; steps: readonly string[]; done: number; failed?: boolean };

/** Steps in a row, of which the first `done` are behind. The last one reached can have failed. */
export function Steps({ label, steps, done, failed = false }: StepsProps) {
  const text = useText("transfers");
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1">
      {steps.map((step, index) => {
        const isDone = index < done;
        const isLost = failed && index === done;
        return (
          <li key={step} aria-current={index === done ? "step" : undefined} className="min-w-0">
            <span
              aria-hidden
              className={cn(
                "block h-1 rounded",
                isDone ? "bg-accent" : isLost ? "bg-bad" : "bg-raised",
                index === done && !failed && "animate-pulse bg-accent-soft",
              )}
            />
            <span
              className={cn(
                "mt-1 block text-2xs wrap-anywhere",
                isDone || index === done ? "text-ink" : "text-ink-faint",
              )}
            >
              {step}
              {isDone ? <span className="sr-only"> {text("stepDone")}</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
