"use client";

import { ExternalLink } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
import { useTransferTerms } from "./core/use-transfer-terms.ts";

/** A transaction in the explorer of its network; nothing where no page shows it. */
export default function ExplorerIcon({ signature }: { signature: string }) {
  const text = useText("chain");
  const terms = useTransferTerms().data;
  const href = terms ? explorerUrl({ network: terms.network, signature }, terms.sandbox_url) : null;
  if (href === null) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={text("showTransaction")}
      title={text("showTransaction")}
      className={buttonStyle({ size: "xs", tone: "quiet", className: "px-1.5" })}
    >
      <ExternalLink size={12} aria-hidden />
    </a>
  );
}
