/** Custody: follows vault and venue, credits deposits, and has withdrawals paid. It holds no key of the vault. */
import type { Logger } from "#lib/platform/log.ts";
import { VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";
import type { ChainReads } from "#services/custody/chain/chain-reads.ts";
import type { KeyPair } from "#services/custody/signer/key-pair.ts";
import { type Books, reconcileWith } from "#services/custody/vault/reconcile.ts";
import { usdcText, venueAmount } from "#services/custody/vault/units.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VenueClient } from "#services/custody/venue/venue-client.ts";
import type { VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import { creditDeposits } from "./credit-deposits.ts";
import { Payments } from "./pay-withdrawal.ts";
import type { SignerPool } from "./signer-pool.ts";

/** Withdrawals that are worked on at once. */
const AT_ONCE = 8;
/** A payment costs three signatures, and sometimes the rent of a token account. */
const LEAST_FEE_LAMPORTS = 5_000_000n;

export type CustodyParts = {
  network: SolanaNetwork;
  chain: ChainReads;
  venue: VenueClient;
  history: VaultHistory;
  ledger: VenueLedger;
  signers: SignerPool;
  feePayer: KeyPair;
  now: () => number;
  log: Logger;
};

export class Custody {
  readonly #parts: CustodyParts;
  readonly #payments: Payments;
  #proof: VaultProof | undefined;
  #obstacleSaid: string | undefined;
  readonly #refused = new Map<string, number>();

  constructor(parts: CustodyParts) {
    this.#parts = parts;
    this.#payments = new Payments(parts);
  }

  /** Of the last pass; undefined before the first. */
  get proof(): VaultProof | undefined {
    return this.#proof;
  }

  /** One pass. @throws ChainUnreachable, UpstreamError; the next pass goes on from what venue and chain say */
  async pass(): Promise<void> {
    const { history, ledger, signers } = this.#parts;
    await Promise.all([ledger.update(), signers.refresh()]);
    await history.update();
    const credits = { ...this.#parts, refused: this.#refused };
    if ((await creditDeposits(credits)) > 0) await ledger.update();
    const books = await reconcileWith(ledger, history);
    const mayBegin = await this.#mayBegin(books);
    await this.#pay(mayBegin);
    this.#proof = await this.#proofOf(books, mayBegin);
  }

  async #mayBegin(books: Books): Promise<boolean> {
    const { log } = this.#parts;
    const obstacle = await this.#obstacle(books);
    // Each pass finds the same; people want to read it once.
    if (obstacle !== this.#obstacleSaid) {
      if (obstacle === undefined) log.info("payments go on");
      else if (books.findings.length > 0) log.error(`payments are stopped: ${obstacle}`);
      else log.warn(`payments are stopped: ${obstacle}`);
    }
    this.#obstacleSaid = obstacle;
    return obstacle === undefined;
  }

  async #obstacle({ findings }: Books): Promise<string | undefined> {
    const { chain, feePayer, signers } = this.#parts;
    const [finding] = findings;
    if (finding !== undefined) return `${finding.code}: ${finding.text}`;
    const reachable = signers.rows().filter((one) => one.reachable).length;
    if (reachable < VAULT_THRESHOLD) return `${reachable} signers of the vault can be reached`;
    const { lamports } = (await chain.account(feePayer.publicKey)) ?? { lamports: 0n };
    if (lamports >= LEAST_FEE_LAMPORTS) return undefined;
    return `${feePayer.publicKey}, which pays the network's fees, has ${lamports} lamports`;
  }

  async #pay(mayBegin: boolean): Promise<void> {
    const open = this.#parts.ledger.open();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let record = open.shift(); record !== undefined; record = open.shift()) {
        const verified = this.#parts.ledger.verified(record);
        // The reconciliation has reported it already.
        if (verified === undefined) continue;
        try {
          await this.#payments.step(record, verified, mayBegin);
        } catch (error) {
          this.#parts.log.warn({ err: error, withdrawal: record.id }, "a withdrawal waits");
        }
      }
    });
    await Promise.all(workers);
  }

  async #proofOf(books: Books, paying: boolean): Promise<VaultProof> {
    const { network, history, chain, ledger, signers, now } = this.#parts;
    const { vault } = history;
    const { amount, slot } = await chain.tokenBalance(vault.account);
    const reserved = ledger
      .open()
      .filter(({ digest }) => history.payments(digest).length === 0)
      .reduce((sum, one) => sum + venueAmount(one.amount), 0n);
    const difference = amount - books.liabilities;
    return {
      network,
      vault_address: vault.account,
      authority: vault.authority,
      mint: vault.mint,
      threshold: VAULT_THRESHOLD,
      signers: signers.rows(),
      balance: usdcText(amount),
      liabilities: usdcText(books.liabilities),
      reserved: usdcText(reserved / 1_000n),
      unattributed: usdcText(books.unattributed),
      difference: usdcText(difference),
      slot,
      read_at: now(),
      paying,
    };
  }
}
