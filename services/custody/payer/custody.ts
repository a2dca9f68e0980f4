/**
 * Custody: follows vault and venue, credits deposits, and pays withdrawals through the signers. It
 * holds no key of the vault.
 */

import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import type { DepositAddressState } from "#lib/protocol/wire/deposit-address.ts";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";
import { type Books, reconcileWith } from "#services/custody/books/reconcile.ts";
import type { DepositAddresses } from "#services/custody/deposits/deposit-addresses.ts";
import type { Sweeper } from "#services/custody/deposits/sweeper.ts";
import { ReservesAnchors } from "#services/custody/reserves/reserves-anchors.ts";
import type { SignerKeyPair } from "#services/custody/vault/key-pair.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import type { VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import { type Claim, creditClaim } from "./credit-claim.ts";
import { creditDeposits } from "./credit-deposits.ts";
import type { FeeAccount } from "./fee-account.ts";
import { type MayBegin, Payments } from "./pay-withdrawal.ts";
import { proveVault } from "./prove-vault.ts";
import type { SignerPool } from "./signer-pool.ts";

/** Withdrawals that are processed at the same time. */
const AT_ONCE = 8;

export type CustodyParts = {
  network: SolanaNetwork;
  chain: ChainReads;
  venue: CustodyVenueClient;
  history: VaultHistory;
  ledger: VenueLedger;
  signers: SignerPool;
  feePayer: SignerKeyPair;
  feeAccount: FeeAccount;
  /** Undefined without deposit addresses. */
  deposits: { addresses: DepositAddresses; sweeper: Sweeper } | undefined;
  now: () => number;
  log: Logger;
};

export class Custody {
  readonly #parts: CustodyParts;
  readonly #payments: Payments;
  readonly #anchors: ReservesAnchors;
  #proof: VaultProof | undefined;
  #obstacleSaid: string | undefined;
  readonly #refused = new Map<string, number>();

  constructor(parts: CustodyParts) {
    this.#parts = parts;
    this.#payments = new Payments(parts);
    this.#anchors = new ReservesAnchors(parts);
  }

  /** The proof of the last pass; undefined before the first. */
  get proof(): VaultProof | undefined {
    return this.#proof;
  }

  /**
   * One pass. @throws ChainUnreachable, UpstreamError. The next pass continues from the state of
   * venue and chain
   */
  async pass(): Promise<void> {
    const { history, ledger, signers } = this.#parts;
    await Promise.all([ledger.update(), signers.refresh()]);
    await history.update();
    const credits = { ...this.#parts, refused: this.#refused };
    if ((await creditDeposits(credits)) > 0) await ledger.update();
    const books = await reconcileWith(ledger, history);
    const mayBegin = await this.#mayBegin(books);
    const { feeAccount } = this.#parts;
    const begin = books.findings.length === 0 && feeAccount.canPay;
    await this.#anchors.step({ begin, uncredited: books.unattributed });
    const pay = mayBegin && !this.#anchors.holdsPayments;
    await this.#pay({ pay, open: pay && feeAccount.canOpen });
    // Sweeps only make the vault larger, so a proof does not hold them.
    await this.#sweep(mayBegin);
    this.#proof = await proveVault(this.#parts, books, mayBegin);
  }

  /** The state of an account's deposit address, watched from now on. @throws NOT_FOUND without deposit addresses */
  async depositAddress(account: string): Promise<DepositAddressState> {
    const { deposits, ledger } = this.#parts;
    if (deposits === undefined) throw new ServiceError("NOT_FOUND");
    const watched = await deposits.addresses.show(account);
    return deposits.sweeper.stateOf(watched, (one) => ledger.credited(one) !== undefined);
  }

  /**
   * Credits a payment to the account that its sender names.
   * @param claim signed by the sending wallet. @throws CLAIM_REFUSED with the reason, UpstreamError
   */
  async claim(claim: Claim): Promise<void> {
    const { history, ledger, venue, log } = this.#parts;
    await creditClaim({ history, ledger, venue, log }, claim);
  }

  /**
   * Deposits that are final at deposit addresses and not in the vault yet, in base units. Neither the vault's balance nor the
   * liabilities contain them.
   */
  unsweptDeposits(): bigint {
    return this.#parts.deposits?.addresses.unsweptDeposits() ?? 0n;
  }

  async #sweep(mayBegin: boolean): Promise<void> {
    const { deposits, ledger } = this.#parts;
    if (deposits === undefined) return;
    for (const { account } of ledger.transfers()) deposits.addresses.watch(account);
    await deposits.addresses.read();
    await deposits.sweeper.pass(mayBegin);
  }

  async #mayBegin(books: Books): Promise<boolean> {
    const { log } = this.#parts;
    const obstacle = await this.#obstacle(books);
    // Each pass finds the same obstacle, but the log needs one line.
    if (obstacle !== this.#obstacleSaid) {
      if (obstacle === undefined) log.info("payments go on");
      else if (books.findings.length > 0) log.error(`payments are stopped: ${obstacle}`);
      else log.warn(`payments are stopped: ${obstacle}`);
    }
    this.#obstacleSaid = obstacle;
    return obstacle === undefined;
  }

  async #obstacle({ findings }: Books): Promise<string | undefined> {
    const { chain, feeAccount, signers } = this.#parts;
    const held = await chain.account(feeAccount.publicKey);
    feeAccount.read(held?.lamports ?? 0n);
    const [finding] = findings;
    if (finding !== undefined) return `${finding.code}: ${finding.text}`;
    const reachable = signers.rows().filter((one) => one.reachable).length;
    if (reachable < VAULT_THRESHOLD) return `${reachable} signers of the vault can be reached`;
    if (feeAccount.canPay) return undefined;
    return `${feeAccount.publicKey}, which pays the network's fees, has ${feeAccount.lamports} lamports`;
  }

  async #pay(may: MayBegin): Promise<void> {
    const open = this.#parts.ledger.open();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let record = open.shift(); record !== undefined; record = open.shift()) {
        const verified = this.#parts.ledger.verified(record);
        // The reconciliation has already reported a withdrawal that its owner did not sign.
        if (verified === undefined) continue;
        try {
          await this.#payments.step(record, verified, may);
        } catch (error) {
          this.#parts.log.warn({ err: error, withdrawal: record.id }, "a withdrawal waits");
        }
      }
    });
    await Promise.all(workers);
  }
}
