/**
 * Compares the venue's transfers with the chain: each credit has its payment, each payment out has
 * a withdrawal that its owner signed, and the vault covers what the venue owes. Signers run it
 * before each signature, the audit on demand.
 */

import { INSURANCE, MIN_DEPOSIT } from "#lib/protocol/solana/vault.ts";
import type { CustodyDeposit, CustodyWithdrawal } from "#lib/protocol/wire/custody.ts";
import { baseUnits, usdcText, venueAmount, venueUnits } from "#services/custody/vault/units.ts";
import {
  attributePayment,
  digestIn,
  type VaultEntry,
} from "#services/custody/vault/vault-entry.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VerifiedWithdrawal } from "#services/custody/vault/verify-withdrawal.ts";
import { depositSignature, type VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import { claimIn, isClaimed } from "./claim.ts";

export type VaultFinding = { code: FindingCode; text: string };

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
  | "PROOF_NOT_ANCHORED"
  | "FEED_NOT_WHOLE";

export type Books = {
  /** All amounts are in base units. */
  balance: bigint;
  /** What the venue owes, less payments that are final but not reported yet. */
  liabilities: bigint;
  unattributed: bigint;
  /** Payments for deposits from before the vault existed. */
  opening: bigint;
  findings: VaultFinding[];
};

/** Reads the history and reconciles it, also with the vault's balance. @throws ChainUnreachable */
export async function reconcileWith(ledger: VenueLedger, history: VaultHistory): Promise<Books> {
  const { held, listed } = await history.updateAndCompare();
  const books = reconcile(ledger, history);
  if (held !== listed) {
    const text = `the vault has ${usdcText(held)} USDC and its payments sum to ${usdcText(listed)}`;
    books.findings.push({ code: "BALANCE_DIFFERS", text });
  }
  return books;
}

/** The history must be newer than the ledger, so that no credit is newer than its payment. */
export function reconcile(ledger: VenueLedger, history: VaultHistory): Books {
  const findings: VaultFinding[] = [];
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
  const owed = computeLiabilities(ledger) - venueUnits(flows.unreported);
  if (venueUnits(balance) < owed) {
    const text = `the vault has ${usdcText(balance)} USDC and the venue owes ${usdcText(baseUnits(owed))}`;
    findings.push({ code: "DEFICIT", text });
  }
  // A debt below a base unit counts as a whole one.
  const rounded = baseUnits(owed + venueUnits(1n) - 1n);
  const { unattributed, opening } = flows;
  return { balance, liabilities: rounded, unattributed, opening, findings };
}

/** Finds a payment or a signed withdrawal that the venue lists twice. */
function checkRepeated(name: string | null, seen: Set<string>): VaultFinding | undefined {
  if (name === null) return undefined;
  if (seen.has(name)) return { code: "RECORDED_TWICE", text: `the venue lists ${name} twice` };
  seen.add(name);
  return undefined;
}

function checkDeposit(
  deposit: CustodyDeposit,
  history: VaultHistory,
  old: { credited: bigint },
): VaultFinding | undefined {
  const name = `deposit ${deposit.id} of ${deposit.amount} USDC`;
  if (deposit.tx_hash === null) {
    old.credited += venueAmount(deposit.amount);
    return undefined;
  }
  const signature = depositSignature(deposit);
  const entry = signature === undefined ? undefined : history.entry(signature);
  if (entry === undefined || entry.amount <= 0n) {
    return { code: "CREDIT_WITHOUT_PAYMENT", text: `${name}: ${deposit.tx_hash} paid nothing` };
  }
  if (venueUnits(entry.amount) !== venueAmount(deposit.amount)) {
    const text = `${name}: the transaction paid ${usdcText(entry.amount)}`;
    return { code: "CREDIT_OF_ANOTHER_AMOUNT", text };
  }
  const owner = attributePayment(entry);
  if ("account" in owner && owner.account === deposit.account) return undefined;
  const claim = claimIn(deposit.source);
  if (claim !== undefined && isClaimed(entry, deposit.account, claim)) return undefined;
  const text = `${name}: the payment does not belong to ${deposit.account}`;
  return { code: "CREDIT_OF_ANOTHER_ACCOUNT", text };
}

/** What the venue owes by its feed, in 1e-9 USDC: deposits less settled withdrawals. */
export function computeLiabilities(ledger: VenueLedger): bigint {
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
): VaultFinding | undefined {
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

function checkEntries(ledger: VenueLedger, history: VaultHistory, findings: VaultFinding[]) {
  const byDigest = new Map(ledger.withdrawals().map((record) => [record.digest, record]));
  const flows = { ...history.dust, unreported: 0n };
  for (const entry of history.entries()) {
    if (entry.amount > 0n) {
      const owner = attributePayment(entry);
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
): VaultFinding | undefined {
  const name = `payment ${entry.signature} of ${usdcText(-entry.amount)} USDC`;
  if (verified === undefined) {
    return { code: "PAYMENT_WITHOUT_WITHDRAWAL", text: `${name}: no owner signed for it` };
  }
  const arrived = entry.recipients.get(verified.account);
  const { amount, fee } = verified;
  if (amount === -entry.amount && arrived === amount - fee) return undefined;
  const text = `${name}: the owner signed for ${usdcText(amount)}, a fee of ${usdcText(fee)} included`;
  return { code: "PAYMENT_OF_ANOTHER_AMOUNT", text };
}

/** The account to credit for a payment; undefined when a person must decide. */
export function findCreditAccount(entry: VaultEntry, history: VaultHistory): string | undefined {
  if (entry.amount < MIN_DEPOSIT) return undefined;
  const owner = attributePayment(entry);
  if (owner.kind === "memo") return owner.account;
  // An exchange pays from its own wallet. Without a memo, only a wallet that has paid in for itself
  // before is credited. Payers can name any wallet, so a name given by others does not count.
  if (owner.kind === "sender" && history.paysForItself(owner.account)) return owner.account;
  return undefined;
}

export function isInsurance(account: string): boolean {
  return account === INSURANCE;
}
