"use client";

import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";

/** The network's name, and whether it is simulated. */
export function NetworkLine({ network }: { network: string }) {
  const text = useText("chain");
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
  terms: { network: string; sandbox_url: string | null };
  signature: string;
  className?: string;
};

/** A link to the transaction in its network's explorer, where it has one, and a button that copies the signature. */
export function TransactionLink({ terms, signature, className }: TransactionLinkProps) {
  const text = useText("chain");
  const href = explorerUrl({ network: terms.network, signature }, terms.sandbox_url);
  return (
    <span className={cn("flex items-center gap-1 text-xs", className)}>
      {href === null ? (
        <bdi dir="ltr" translate="no" title={signature} className="font-mono">
          {shortAddress(signature)}
        </bdi>
      ) : (
        <OutsideLink href={href}>{text("showTransaction")}</OutsideLink>
      )}
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

type StepsProps = { label: string; steps: readonly string[]; done: number; failed?: boolean };

/** Steps in a row. The first `done` steps are complete; with `failed`, the next one has failed. */
export function ProgressSteps({ label, steps, done, failed = false }: StepsProps) {
  const text = useText("chain");
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
