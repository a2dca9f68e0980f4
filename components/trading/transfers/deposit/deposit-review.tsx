"use client";

import { aloneInBrowser } from "#components/chain/alone-in-browser.ts";
import { SignButtons, WhatYouSign } from "#components/chain/review-parts.tsx";
import { isUndecided } from "#components/chain/signed-record.ts";
import { failureText } from "#components/data/failure-text.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { isSameDeposit } from "#lib/protocol/solana/deposit-transaction.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { depositTracker } from "./browser-deposit-tracker.ts";
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
  const wallet = useWalletStore();
  const signAndSend = useSignAndSend();
  return (
    <div className="flex flex-col gap-3">
      <WhatHappens prepared={prepared} />
      <SignButtons
        wallet={wallet.get().connected?.wallet.name ?? ""}
        onBack={onBack}
        onSign={(isLeft) => signAndSend(terms, prepared, { wallet: wallet.get, isLeft })}
        onSent={onSent}
      />
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
  const transfers = useText("transfers");
  const text = useText("chain");
  return (terms, prepared, { wallet, isLeft }) =>
    aloneInBrowser("svc-deposit", async () => {
      const { account } = prepared.deposit;
      // Another window may have signed one since this form was drawn.
      await depositTracker().recover();
      if (depositTracker().tracked().some(isUndecided)) return transfers("oneAtATime");
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
  const chain = useText("chain");
  const { grouped } = useFormat();
  const usdc = (units: bigint) => grouped(formatDecimal(units, USDC_DECIMALS));
  const sol = (units: bigint) => grouped(formatDecimal(units, TOKENS.SOL.decimals));
  const rows = [
    [text("leavesWallet"), `${usdc(deposit.amount)} USDC`],
    [text("creditedTo"), deposit.account],
    [chain("networkFee"), `${sol(deposit.feeLamports)} SOL`],
    [text("usdcAfter"), `${usdc(balances.usdc - deposit.amount)} USDC`],
    [chain("memo"), deposit.memo],
  ] as const;
  return <WhatYouSign rows={rows} />;
}
