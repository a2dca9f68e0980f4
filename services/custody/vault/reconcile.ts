/**
 * Holds the venue's transfers against the chain: each credit has its payment, each payment out its owner-signed withdrawal, and the
 * vault covers what the venue owes. Signers run it before each signature, the audit on demand.
 */

import { INSURANCE, LEAST_DEPOSIT } from "#lib/protocol/solana/vault.ts";
import type { CustodyDeposit, CustodyWithdrawal } from "#lib/protocol/wire/custody.ts";
import { signatureOf, type VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import { baseUnits, usdcText, venueAmount, venueUnits } from "./units.ts";
import { attributionOf, digestIn, type VaultEntry, type VaultHistory } from "./vault-history.ts";
import type { VerifiedWithdrawal } from "./verify-withdrawal.ts";

export type Finding = { code: FindingCode; text: string };

export type FindingCode =
  | "CREDIT_WITHOUT_PAYMENT"
  | "CREDIT_OF_ANOTHER_AMOUNT"
  | "CREDIT_OF_ANOTHER_ACCOUNT"
  | "OLD_CREDITS_NOT_COVERED"
  | "WITHDRAWAL_NOT_SIGNED"
  | "WITHDRAWAL_NOT_PAID"
  | "WITHDRAWAL_PAID_TWICE"
  | "RETURNED_AND_PAID"
  | "PAYMENT_WITHOUT_WITHDRAWAL"
  | "PAYMENT_OF_ANOTHER_AMOUNT"
  | "RECORDED_TWICE"
  | "DEFICIT"
  | "BALANCE_DIFFERS"
  | "FEED_NOT_WHOLE";

export type Books = {
  /** All in base units. */
  balance: bigint;
  /** What the venue owes, less payments that are final and not reported yet. */
  liabilities: bigint;
  unattributed: bigint;
  /** Payments for deposits of before there was a vault. */
  opening: bigint;
  findings: Finding[];
};

/** Reads the history anew and reconciles, also with what the vault holds. @throws ChainUnreachable */
export async function reconcileWith(ledger: VenueLedger, history: VaultHistory): Promise<Books> {
  const { held, listed } = await history.updateAndCompare();
  const books = reconcile(ledger, history);
  if (held !== listed) {
    const text = `the vault has ${usdcText(held)} USDC and its payments sum to ${usdcText(listed)}`;
    books.findings.push({ code: "BALANCE_DIFFERS", text });
  }
  return books;
}

/** The history must be newer than the ledger: a credit is then never ahead of its payment. */
export function reconcile(ledger: VenueLedger, history: VaultHistory): Books {
  const findings: Finding[] = [];
  const old = { credited: 0n };
  const seen = new Set<string>();
  for (const transfer of ledger.transfers()) {
    const found =
      transfer.kind === "DEPOSIT"
        ? (checkRepeated(transfer.tx_hash, seen) ?? checkDeposit(transfer, history, old))
        : (checkRepeated(transfer.digest, seen) ?? checkWithdrawal(transfer, ledger, history));
    if (found !== undefined) findings.push(found);
  }
  const flows = checkEntries(ledger, history, findings);
  if (old.credited > venueUnits(flows.opening)) {
    const text = `deposits of before the vault sum to more than the ${usdcText(flows.opening)} USDC that were paid in for them`;
    findings.push({ code: "OLD_CREDITS_NOT_COVERED", text });
  }
  const balance = history.balance();
  const owed = liabilitiesOf(ledger) - venueUnits(flows.unreported);
  if (venueUnits(balance) < owed) {
    const text = `the vault has ${usdcText(balance)} USDC and the venue owes ${usdcText(baseUnits(owed))}`;
    findings.push({ code: "DEFICIT", text });
  }
  // Owed amounts below a base unit count as a whole one.
  const rounded = baseUnits(owed + venueUnits(1n) - 1n);
  const { unattributed, opening } = flows;
  return { balance, liabilities: rounded, unattributed, opening, findings };
}

/** Two records of one payment, or of one thing that an owner signed. */
function checkRepeated(name: string | null, seen: Set<string>): Finding | undefined {
  if (name === null) return undefined;
  if (seen.has(name)) return { code: "RECORDED_TWICE", text: `the venue lists ${name} twice` };
  seen.add(name);
  return undefined;
}

function checkDeposit(
  deposit: CustodyDeposit,
  history: VaultHistory,
  old: { credited: bigint },
): Finding | undefined {
  const name = `deposit ${deposit.id} of ${deposit.amount} USDC`;
  if (deposit.tx_hash === null) {
    old.credited += venueAmount(deposit.amount);
    return undefined;
  }
  const signature = signatureOf(deposit);
  const entry = signature === undefined ? undefined : history.entry(signature);
  if (entry === undefined || entry.amount <= 0n) {
    return { code: "CREDIT_WITHOUT_PAYMENT", text: `${name}: ${deposit.tx_hash} paid nothing` };
  }
  if (venueUnits(entry.amount) !== venueAmount(deposit.amount)) {
    const text = `${name}: the transaction paid ${usdcText(entry.amount)}`;
    return { code: "CREDIT_OF_ANOTHER_AMOUNT", text };
  }
  const owner = attributionOf(entry);
  if ("account" in owner && owner.account === deposit.account) return undefined;
  const text = `${name}: the payment does not belong to ${deposit.account}`;
  return { code: "CREDIT_OF_ANOTHER_ACCOUNT", text };
}

/** What the venue owes by its feed, in 1e-9 USDC: deposits less settled withdrawals. */
export function liabilitiesOf(ledger: VenueLedger): bigint {
  let sum = 0n;
  for (const transfer of ledger.transfers()) {
    if (transfer.kind === "DEPOSIT") sum += venueAmount(transfer.amount);
    else if (transfer.status === "SETTLED") sum -= venueAmount(transfer.amount);
  }
  return sum;
}

function checkWithdrawal(
  record: CustodyWithdrawal,
  ledger: VenueLedger,
  history: VaultHistory,
): Finding | undefined {
  const name = `withdrawal ${record.id} of ${record.amount} USDC`;
  const payments = history.payments(record.digest);
  if (payments.length > 1) {
    const text = `${name} was paid ${payments.length} times`;
    return { code: "WITHDRAWAL_PAID_TWICE", text };
  }
  const [payment] = payments;
  if (record.status === "RETURNED" && payment !== undefined) {
    return { code: "RETURNED_AND_PAID", text: `${name}: ${payment.signature}` };
  }
  if (record.status === "SETTLED" && payment?.signature !== record.tx_hash) {
    return { code: "WITHDRAWAL_NOT_PAID", text: `${name}: ${record.tx_hash} did not pay it` };
  }
  if (ledger.verified(record) !== undefined) return undefined;
  return { code: "WITHDRAWAL_NOT_SIGNED", text: `${name}: its owner did not sign it` };
}

function checkEntries(ledger: VenueLedger, history: VaultHistory, findings: Finding[]) {
  const byDigest = new Map(ledger.withdrawals().map((record) => [record.digest, record]));
  const flows = { opening: 0n, unattributed: 0n, unreported: 0n };
  for (const entry of history.entries()) {
    if (entry.amount > 0n) {
      const owner = attributionOf(entry);
      if (owner.kind === "opening") flows.opening += entry.amount;
      else if (ledger.credited(entry.signature) === undefined) flows.unattributed += entry.amount;
      continue;
    }
    const record = byDigest.get(digestIn(entry) ?? "");
    const found = checkPayment(entry, record && ledger.verified(record));
    if (found !== undefined) findings.push(found);
    else if (record?.status !== "SETTLED") flows.unreported -= entry.amount;
  }
  return flows;
}

function checkPayment(
  entry: VaultEntry,
  verified: VerifiedWithdrawal | undefined,
): Finding | undefined {
  const name = `payment ${entry.signature} of ${usdcText(-entry.amount)} USDC`;
  if (verified === undefined) {
    return { code: "PAYMENT_WITHOUT_WITHDRAWAL", text: `${name}: no owner signed for it` };
  }
  const arrived = entry.recipients.get(verified.account);
  if (verified.amount === -entry.amount && arrived === verified.amount) return undefined;
  const text = `${name}: the owner signed for ${usdcText(verified.amount)}`;
  return { code: "PAYMENT_OF_ANOTHER_AMOUNT", text };
}

/** The account that custody credits for a payment; undefined when nobody can be credited without a person's decision. */
export function creditOf(entry: VaultEntry, history: VaultHistory): string | undefined {
  if (entry.amount < LEAST_DEPOSIT) return undefined;
  const owner = attributionOf(entry);
  if (owner.kind === "memo") return owner.account;
  // An exchange pays from its own wallet. Only a wallet that has paid in for itself before is credited without a memo; anybody
  // can name somebody else's.
  if (owner.kind === "sender" && history.paysForItself(owner.account)) return owner.account;
  return undefined;
}

export function isInsurance(account: string): boolean {
  return account === INSURANCE;
}
