"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { NewcomerButton } from "#components/chain/newcomer-button.tsx";
import { failureText } from "#components/data/failure-text.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import { typedText } from "#components/i18n/typed-number.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { pollEvery, readFailure } from "#components/trading/account-reads/account-reads.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { depositAmount } from "#components/trading/transfers/core/transfer-amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { SIGNATURE_LAMPORTS } from "#lib/protocol/solana/transaction-rules.ts";
import { MIN_DEPOSIT } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { DepositReview } from "./deposit-review.tsx";
import { type Preparation, prepareDeposit, readBalances } from "./prepare-deposit.ts";

const POLL_MS = 2_000;

type DepositFromWalletProps = { terms: VaultTerms; account: string };

/** Amount and balances of the connected wallet; then what it will sign. */
export function DepositFromWallet({ terms, account }: DepositFromWalletProps) {
  const text = useText("transfers");
  const chain = useText("chain");
  const { connected, setDialogOpen } = useWallet();
  if (connected?.account.address !== account) {
    return (
      <div className="flex flex-col items-start gap-2 text-xs text-ink-muted">
        <p>{text("connectFirst")}</p>
        <Button size="md" onClick={() => setDialogOpen(true)}>
          {chain("connectWallet")}
        </Button>
      </div>
    );
  }
  return <AmountForm terms={terms} account={account} />;
}

function AmountForm({ terms, account }: DepositFromWalletProps) {
  const [typed, setTyped] = useState("");
  const [preparation, setPreparation] = useState<Preparation | "reading">();
  const begin = async (amount: bigint) => {
    setPreparation("reading");
    setPreparation(await prepareDeposit(terms, account, { amount }));
  };
  const leave = () => setPreparation(undefined);
  if (preparation !== undefined && preparation !== "reading" && preparation.state === "ready") {
    const { prepared } = preparation;
    const done = () => {
      setTyped("");
      leave();
    };
    return <DepositReview terms={terms} prepared={prepared} onBack={leave} onSent={done} />;
  }
  return (
    <Fields
      terms={terms}
      account={account}
      typed={typed}
      onType={setTyped}
      preparation={preparation}
      onReview={(amount) => void begin(amount)}
    />
  );
}

type FieldsProps = DepositFromWalletProps & {
  typed: string;
  onType: (typed: string) => void;
  preparation: Preparation | "reading" | undefined;
  /** In 1e-6 USDC. */
  onReview: (amount: bigint) => void;
};

function Fields({ terms, account, typed, onType, preparation, onReview }: FieldsProps) {
  const text = useText("transfers");
  const { locale } = useFormat();
  const balances = useBalances(terms, account);
  const held = balances.data;
  const check = depositAmount(typed, locale, held?.usdc);
  const isReading = preparation === "reading";
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (check.state === "amount" && !isReading) onReview(check.units);
      }}
    >
      <Balances balances={held} isUnread={balances.isError} />
      {terms.gives_tokens && held !== undefined && lacksTokens(held) ? (
        <NewcomerButton onGiven={() => void balances.refetch()} />
      ) : null}
      <Field
        label={text("amount")}
        unit="USDC"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        error={problemText(check, text)}
        hint={text("feeHint")}
        action={<MaxButton units={held?.usdc ?? 0n} onType={onType} />}
      />
      <Refusal preparation={preparation} />
      <Button
        type="submit"
        size="lg"
        tone="primary"
        aria-disabled={check.state !== "amount" || isReading}
      >
        {text(isReading ? "checking" : "review")}
      </Button>
    </form>
  );
}

/** Whether the wallet cannot make the smallest deposit. */
function lacksTokens({ usdc, lamports }: { usdc: bigint; lamports: bigint }): boolean {
  return usdc < MIN_DEPOSIT || lamports < SIGNATURE_LAMPORTS;
}

/** Types all that the wallet holds, in 1e-6 USDC. */
function MaxButton({ units, onType }: { units: bigint; onType: (typed: string) => void }) {
  const text = useText("transfers");
  const { locale } = useFormat();
  if (units === 0n) return null;
  return (
    <Button
      size="xs"
      tone="quiet"
      onClick={() => onType(typedText(formatDecimal(units, USDC_DECIMALS), locale))}
    >
      {text("max")}
    </Button>
  );
}

function problemText(
  check: ReturnType<typeof depositAmount>,
  text: FeatureText<"transfers">,
): string | undefined {
  return check.state === "problem" ? text(`amount_${check.problem}`) : undefined;
}

/** Why a deposit was not prepared. */
function Refusal({ preparation }: { preparation: Preparation | "reading" | undefined }) {
  const text = useText("transfers");
  if (preparation === undefined || preparation === "reading" || preparation.state === "ready")
    return null;
  const said =
    preparation.state === "unread"
      ? failureText(preparation.failure)
      : text(`problem_${preparation.problem}`);
  return (
    <p role="alert" className="text-xs text-bad">
      {said}
      {preparation.state === "refused" && preparation.detail !== undefined ? (
        <bdi dir="ltr" translate="no" className="mt-1 block font-mono text-2xs">
          {preparation.detail}
        </bdi>
      ) : null}
    </p>
  );
}

function useBalances({ mint }: VaultTerms, account: string) {
  return useQuery({
    queryKey: ["wallet-balances", account, mint],
    refetchInterval: pollEvery(POLL_MS),
    queryFn: async () => {
      const answer = await readBalances(account, mint);
      if (!answer.ok) throw readFailure(answer);
      return answer.body;
    },
  });
}

type BalancesProps = {
  balances: { usdc: bigint; lamports: bigint } | undefined;
  isUnread: boolean;
};

function Balances({ balances, isUnread }: BalancesProps) {
  const text = useText("transfers");
  const { grouped } = useFormat();
  const figure = (units: bigint | undefined, decimals: number) =>
    units === undefined ? "—" : grouped(formatDecimal(units, decimals));
  return (
    <div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <dt className="text-ink-muted">{text("inWallet")}</dt>
        <dd className="text-end">
          <Figure>{figure(balances?.usdc, USDC_DECIMALS)}</Figure> USDC
        </dd>
        <dt className="text-ink-muted">{text("forFees")}</dt>
        <dd className="text-end">
          <Figure>{figure(balances?.lamports, TOKENS.SOL.decimals)}</Figure> SOL
        </dd>
      </dl>
      {isUnread ? <p className="mt-1 text-2xs text-warn">{text("balancesUnread")}</p> : null}
    </div>
  );
}
