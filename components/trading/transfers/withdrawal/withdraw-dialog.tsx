"use client";

import Link from "next/link";
import { type FormEvent, useState } from "react";
import { NetworkLine } from "#components/chain/parts.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { useWallet, useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { useAccount, useVenueKey } from "#components/trading/account-reads/use-account.ts";
import { WriteLine } from "#components/trading/open-orders/write-rows.tsx";
import { enableTrading } from "#components/trading/readiness/steps.ts";
import { useRequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { Figure } from "#components/trading/tables/figures.tsx";
import { moneyText, withdrawAmount } from "#components/trading/transfers/core/transfer-amount.ts";
import { closeTransferDialog } from "#components/trading/transfers/core/transfer-dialog-state.ts";
import { CopyLine, WithTerms } from "#components/trading/transfers/core/transfer-parts.tsx";
import { useWithdraw, useWrites, type Write } from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { leastWithdrawal, usdcAmount, withdrawable } from "#lib/protocol/solana/withdrawals.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { useWithdrawalFee, type WithdrawalFee } from "./use-withdrawal-fee.ts";
import { useWithdrawals, Withdrawals } from "./withdrawals.tsx";

/** Withdrawals of the signed-in account: a new one, and those on their way. */
export default function WithdrawDialog() {
  const text = useText("transfers");
  const { sessionAddress } = useWallet();
  const [signing, setSigning] = useState(false);
  if (sessionAddress === undefined) return null;
  return (
    // The signing panel takes the place of this dialog, so that the wallet's window can take the focus.
    <Dialog
      open={!signing}
      onOpenChange={(open) => {
        if (!open && !signing) closeTransferDialog();
      }}
      title={text("withdrawTitle")}
    >
      <WithTerms>
        {(terms) => <Content terms={terms} account={sessionAddress} onSigning={setSigning} />}
      </WithTerms>
    </Dialog>
  );
}

type ContentProps = {
  terms: VaultTerms;
  account: string;
  onSigning: (signing: boolean) => void;
};

function Content({ terms, account, onSigning }: ContentProps) {
  const text = useText("transfers");
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const withdrawals = useWithdrawals();
  const writes = useWrites().filter(
    ({ kind, state, digest }) =>
      kind === "withdraw" && state !== "accepted" && !dismissed.has(digest),
  );
  return (
    <div className="flex flex-col gap-4">
      <NetworkLine network={terms.network} />
      {writes.map((write) => (
        <div key={write.digest} data-write={write.state} className="rounded border p-2 text-xs">
          <WriteLine
            write={write}
            onDismiss={(digest) => setDismissed((before) => new Set([...before, digest]))}
          />
        </div>
      ))}
      <Withdrawals withdrawals={withdrawals.shown} terms={terms} />
      <Form
        account={account}
        mint={terms.mint}
        reserved={withdrawals.reserved}
        isBusy={writes.some(isUnderWay)}
        onSigning={onSigning}
      />
      <p className="text-2xs text-ink-muted">
        <Link href="/vault" className="text-accent hover:underline">
          {text("vaultLink")}
        </Link>
      </p>
    </div>
  );
}

function isUnderWay({ state }: Write): boolean {
  return state === "signing" || state === "sending" || state === "unknown";
}

type FormProps = {
  account: string;
  /** Of USDC. */
  mint: string;
  /** Of withdrawals under way, in 1e-9 USDC. */
  reserved: bigint;
  isBusy: boolean;
  onSigning: (signing: boolean) => void;
};

function Form({ account, mint, reserved, isBusy, onSigning }: FormProps) {
  const text = useText("transfers");
  const key = useVenueKey();
  const record = useAccount();
  const fee = useWithdrawalFee(account, mint);
  if (key.data === null) return <EnableFirst />;
  if (record.data === undefined)
    return record.isError ? (
      <Notice title={text("accountUnread")} />
    ) : (
      <Loading label={text("loading")} />
    );
  if (record.data === null) return <Notice title={text("nothingToWithdraw")} />;
  if (fee.data === undefined)
    return fee.isError ? <Notice title={text("feeUnread")} /> : <Loading label={text("loading")} />;
  const money = (decimal: string) => parseSigned(decimal, MONEY_DECIMALS) ?? 0n;
  const balance = money(record.data.balance);
  const available = withdrawable({
    balance,
    accountValue: money(record.data.account_value),
    initialMargin: money(record.data.initial_margin),
  });
  return (
    <AmountForm
      account={account}
      figures={{ balance, available, reserved }}
      cost={fee.data}
      isBusy={isBusy}
      onSigning={onSigning}
    />
  );
}

/** In 1e-9 USDC. */
type Figures = { balance: bigint; available: bigint; reserved: bigint };

type AmountFormProps = Omit<FormProps, "reserved" | "mint"> & {
  figures: Figures;
  cost: WithdrawalFee;
};

function AmountForm({ account, figures, cost, isBusy, onSigning }: AmountFormProps) {
  const text = useText("transfers");
  const { locale } = useFormat();
  const withdraw = useWithdraw();
  const [typed, setTyped] = useState("");
  const limits = { available: figures.available, fee: cost.fee };
  const check = withdrawAmount(typed, locale, limits);
  const least = moneyText(leastWithdrawal(cost.fee));
  const locked = check.state !== "amount" || isBusy;
  const submit = async () => {
    if (check.state !== "amount" || isBusy) return;
    onSigning(true);
    const terms = { fee: moneyText(cost.fee), opens_account: cost.opensAccount };
    const signed = withdraw({ amount: check.text, ...terms });
    const outcome = await signed.finally(() => onSigning(false));
    if (outcome?.state === "accepted") setTyped("");
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FigureRows
        figures={figures}
        cost={cost}
        amount={check.state === "amount" ? usdcAmount(check.text) : undefined}
      />
      <Field
        label={text("amount")}
        unit="USDC"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={check.state === "problem" ? text(`amount_${check.problem}`, { least }) : undefined}
        hint={text("withdrawHint", { least })}
        action={
          figures.available > 0n ? (
            <Button
              size="xs"
              tone="quiet"
              onClick={() => setTyped(typedText(moneyText(figures.available), locale))}
            >
              {text("max")}
            </Button>
          ) : null
        }
      />
      <CopyLine label={text("destination")} value={account}>
        {text("destinationWhy")}
      </CopyLine>
      {isBusy ? <p className="text-xs text-warn">{text("withdrawalBusy")}</p> : null}
      <Button type="submit" size="lg" tone="primary" aria-disabled={locked}>
        {text("reviewWithdrawal")}
      </Button>
    </form>
  );
}

type FigureRowsProps = {
  figures: Figures;
  cost: WithdrawalFee;
  /** In 1e-9 USDC; undefined until one is typed that can be withdrawn. */
  amount: bigint | undefined;
};

function FigureRows({ figures, cost, amount }: FigureRowsProps) {
  const { balance, available, reserved } = figures;
  const text = useText("transfers");
  const { grouped, money } = useFormat();
  const held = balance > available ? balance - available : 0n;
  const rows = [
    ["balance", balance],
    ["heldAsMargin", held],
    ["reservedNow", reserved],
    ["available", available],
  ] as const;
  // To the last digit, because it is signed.
  const exact = [
    [cost.opensAccount ? "feeWithAccount" : "fee", cost.fee],
    ...(amount === undefined ? [] : [["arrives", amount - cost.fee] as const]),
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-xs">
      {rows.map(([name, units]) => (
        <FigureRow key={name} name={text(name)} figure={money(units)} />
      ))}
      {exact.map(([name, units]) => (
        <FigureRow key={name} name={text(name)} figure={grouped(moneyText(units))} />
      ))}
    </dl>
  );
}

function FigureRow({ name, figure }: { name: string; figure: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-end whitespace-nowrap">
        <Figure>{figure}</Figure> USDC
      </dd>
    </div>
  );
}

/** The venue takes withdrawals with the account's key, which one signature creates. */
function EnableFirst() {
  const text = useText("transfers");
  const requestSignature = useRequestSignature();
  const wallet = useWalletStore();
  const enable = async () => {
    closeTransferDialog();
    await enableTrading(requestSignature, wallet);
  };
  return (
    <Notice title={text("enableFirst")}>
      <Button size="md" onClick={() => void enable()}>
        {text("enableTrading")}
      </Button>
    </Notice>
  );
}
