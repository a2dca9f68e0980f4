"use client";

import { QRCodeSVG } from "qrcode.react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyLine } from "#components/trading/transfers/core/transfer-parts.tsx";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";

/** A deposit from another wallet or an exchange: address and memo, and both in one code for phones. */
export function DepositAddress({ terms, account }: { terms: VaultTerms; account: string }) {
  const text = useText("transfers");
  const chain = useText("chain");
  const memo = depositMemo(account);
  return (
    <div className="flex flex-col gap-3">
      <div className="mx-auto w-fit rounded-md border bg-white p-1">
        <QRCodeSVG
          value={paymentLink(terms, memo)}
          size={168}
          level="M"
          marginSize={4}
          bgColor="#ffffff"
          fgColor="#000000"
          title={text("qrName")}
        />
      </div>
      <p className="text-center text-2xs text-ink-muted">{text("qrHelp")}</p>
      <CopyLine label={text("address")} value={terms.authority}>
        {text("onlyUsdc")}
      </CopyLine>
      <CopyLine label={chain("memo")} value={memo}>
        {text("memoWhy")}
      </CopyLine>
      <details className="text-xs text-ink-muted">
        <summary className="cursor-pointer pointer-coarse:min-h-11">{text("forPrograms")}</summary>
        <div className="mt-2 flex flex-col gap-2">
          <CopyLine label={text("tokenAccount")} value={terms.address}>
            {text("tokenAccountHelp")}
          </CopyLine>
          <CopyLine label={text("mint")} value={terms.mint} />
        </div>
      </details>
    </div>
  );
}

/** A transfer request of Solana Pay: wallets that scan it fill in token and memo. */
export function paymentLink({ authority, mint }: VaultTerms, memo: string): string {
  const link = new URL(`solana:${authority}`);
  link.searchParams.set("spl-token", mint);
  link.searchParams.set("memo", memo);
  return link.href;
}
