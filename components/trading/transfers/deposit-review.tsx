"use client";

import { useEffect, useRef, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { WalletRejected } from "#components/identity/wallet/failures.ts";
import { useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { isSameDeposit } from "#lib/protocol/solana/deposit-transaction.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { depositTracker } from "./browser-deposit-tracker.ts";
import { isUndecided } from "./deposit-types.ts";
import { type PreparedDeposit, prepareDeposit } from "./prepare-deposit.ts";
import { signDeposit } from "./sign-deposit.ts";

/** A block hash lives for about a minute. A wallet's answer must find it alive. */
const FRESH_MS = 5_000;

type DepositReviewProps = {
  terms: VaultTerms;
  prepared: PreparedDeposit;
  onBack: () => void;
  onSent: () => void;
};

/** What the transaction does, read from the bytes that are signed, and the button that asks the wallet. */
export function DepositReview({ terms, prepared, onBack, onSent }: DepositReviewProps) {
  const text = useText("transfers");
  const wallet = useWalletStore();
  const primary = useRef<HTMLButtonElement>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const name = wallet.get().connected?.wallet.name ?? "";
  const isLeft = useRef(false);
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
    const page = { wallet: wallet.get, isLeft: () => isLeft.current };
    const said = await signAndSend(terms, prepared, page).catch((error: unknown): string =>
      error instanceof Error && !(error instanceof WalletRejected)
        ? error.message
        : text("declined"),
    );
    if (isLeft.current) return;
    setPending(false);
    setProblem(said);
    if (said === undefined) onSent();
  };
  const signAndSend = useSignAndSend();
  return (
    <div className="flex flex-col gap-3">
      <WhatHappens prepared={prepared} />
      <output className={problem ? "text-xs text-warn" : "text-xs text-ink-muted"}>
        {pending ? text("answerInWallet", { wallet: name }) : (problem ?? text("simulatedSame"))}
      </output>
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" onClick={onBack}>
          {text("back")}
        </Button>
        <Button
          ref={primary}
          size="md"
          tone="primary"
          aria-disabled={pending}
          onKeyDown={(event) => {
            // The key that opened the review may still be held down: that is no confirmation.
            if (event.repeat) event.preventDefault();
          }}
          onClick={() => {
            if (!pending) void sign();
          }}
        >
          {text(pending ? "waiting" : "signWith", { wallet: name })}
        </Button>
      </div>
    </div>
  );
}

type Page = {
  wallet: ReturnType<typeof useWalletStore>["get"];
  /** The person went back or closed the dialog: what the wallet signs after that is not sent. */
  isLeft: () => boolean;
};

type Sign = (
  terms: VaultTerms,
  prepared: PreparedDeposit,
  page: Page,
) => Promise<string | undefined>;

/** Resolves to why nothing was signed; undefined when the deposit is kept and sent. */
function useSignAndSend(): Sign {
  const text = useText("transfers");
  return aloneInBrowser<Parameters<Sign>, string | undefined>(async (terms, prepared, page) => {
    const { wallet, isLeft } = page;
    const { account } = prepared.deposit;
    // Another window may have signed one since this form was drawn.
    await depositTracker().recover();
    if (depositTracker().deposits().some(isUndecided)) return text("oneAtATime");
    const fresh = await refreshed(terms, prepared);
    if (typeof fresh === "string") return fresh;
    if (fresh === undefined) return text("changedMeanwhile");
    if (isLeft()) return text("declined");
    const { connected } = wallet();
    if (connected?.account.address !== account) return text("otherWallet");
    const record = await signDeposit(connected, terms, fresh);
    if (isLeft()) return text("declined");
    if (wallet().sessionAddress !== account) return text("otherWallet");
    await depositTracker().send(record);
    return undefined;
  });
}

/** One window of the browser signs at a time; the others wait for their turn. */
function aloneInBrowser<Arguments extends unknown[], Answer>(
  work: (...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  return async (...given) => {
    // Absent in pages that are not served securely.
    const { locks } = navigator as { locks?: LockManager };
    return locks === undefined
      ? work(...given)
      : locks.request("svc-deposit", () => work(...given));
  };
}

/** The same deposit with a block hash that lives long enough; undefined when it is not the same any more. */
async function refreshed(
  terms: VaultTerms,
  prepared: PreparedDeposit,
): Promise<PreparedDeposit | string | undefined> {
  if (performance.now() - prepared.preparedAt < FRESH_MS) return prepared;
  const { account, amount } = prepared.deposit;
  const again = await prepareDeposit(terms, account, { amount, price: prepared.price });
  if (again.state === "unread") return failureText(again.failure);
  if (again.state === "refused") return undefined;
  const { deposit } = again.prepared;
  const shown = { ...prepared.deposit, blockhash: deposit.blockhash };
  return isSameDeposit(shown, deposit) ? again.prepared : undefined;
}

function WhatHappens({ prepared: { deposit, balances } }: { prepared: PreparedDeposit }) {
  const text = useText("transfers");
  const { grouped } = useFormat();
  const usdc = (units: bigint) => grouped(formatDecimal(units, USDC_DECIMALS));
  const sol = (units: bigint) => grouped(formatDecimal(units, TOKENS.SOL.decimals));
  const rows = [
    [text("leavesWallet"), `${usdc(deposit.amount)} USDC`],
    [text("creditedTo"), deposit.account],
    [text("networkFee"), `${sol(deposit.feeLamports)} SOL`],
    [text("usdcAfter"), `${usdc(balances.usdc - deposit.amount)} USDC`],
    [text("memo"), deposit.memo],
  ] as const;
  return (
    <section aria-label={text("whatHappens")} className="rounded border">
      <h3 className="border-b px-3 py-2 text-xs font-medium">{text("whatHappens")}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 p-3 text-xs">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="text-end wrap-anywhere">
              <bdi dir="ltr">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
