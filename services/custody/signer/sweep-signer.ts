/**
 * Signs sweeps with one share of the deposit addresses. Whatever custody asks for, the only possible result is that all USDC of a
 * deposit address, less the fixed fee, enters the vault with its account's name.
 */
import { createHash } from "node:crypto";
import { ed25519_FROST } from "@noble/curves/ed25519.js";
import { z } from "zod";
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { DepositKey } from "#lib/kernel/deposit-key.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { MIN_SWEEP } from "#lib/protocol/solana/vault.ts";
import {
  accountPublic,
  accountSecret,
  type DepositShare,
} from "#services/custody/vault/deposit-shares.ts";
import {
  depositAddressOf,
  readSweepEnvelope,
  type SweepProposal,
  sweepableUnits,
  sweepMessage,
} from "#services/custody/vault/sweep.ts";
import type { Vault } from "#services/custody/vault/vault-address.ts";
import { SigningRefused } from "./signing-refused.ts";

/** Commitments that wait for their second round. Custody has at most a few at once. */
const MAX_OPEN = 256;

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
/** A signer's commitments to its nonces of one signature, in hex. */
export const commitmentSchema = z.strictObject({
  identifier: hex32,
  hiding: hex32,
  binding: hex32,
});
export type Commitment = z.output<typeof commitmentSchema>;

type Nonces = ReturnType<typeof ed25519_FROST.commit>["nonces"];
type Open = { proposal: SweepProposal; nonces: Nonces };

export type SweepSignerParts = {
  key: DepositKey;
  share: DepositShare;
  vault: Vault;
  chain: Pick<ChainReads, "accounts">;
};

export class SweepSigner {
  readonly #parts: SweepSignerParts;
  /** By hash of the message, oldest first. Nonces are kept in memory alone, and each pair signs once. */
  readonly #open = new Map<string, Open>();

  constructor(parts: SweepSignerParts) {
    this.#parts = parts;
  }

  /**
   * First round: checks the sweep and commits to nonces. A repeated call makes new ones.
   * @throws SigningRefused; ChainUnreachable when it cannot check
   */
  async commit(proposal: SweepProposal): Promise<Commitment> {
    await this.#requireSweep(proposal);
    const { key, share } = this.#parts;
    const made = ed25519_FROST.commit(accountSecret(key, share, proposal.account));
    const name = nameOf(proposal.message);
    this.#open.delete(name);
    this.#open.set(name, { proposal, nonces: made.nonces });
    for (const [oldest] of this.#open) if (this.#open.size > MAX_OPEN) this.#open.delete(oldest);
    const { identifier, hiding, binding } = made.commitments;
    return { identifier, hiding: toHex(hiding), binding: toHex(binding) };
  }

  /**
   * Second round: the signature's share of a message that was checked in the first.
   * @param commitments of both signers. @throws SigningRefused
   */
  sign(message: Uint8Array, commitments: readonly Commitment[]): Uint8Array {
    const name = nameOf(message);
    const open = this.#open.get(name);
    // Taken away first: nonces that signed twice would reveal the share.
    this.#open.delete(name);
    if (open === undefined)
      throw new SigningRefused("NOT_COMMITTED", "there is no first round of this message");
    const { key, share } = this.#parts;
    const { account } = open.proposal;
    const list = commitments.map(readCommitment);
    try {
      return ed25519_FROST.signShare(
        accountSecret(key, share, account),
        accountPublic(key, account),
        open.nonces,
        list,
        open.proposal.message,
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SigningRefused("NOT_COMMITTED", `the commitments do not belong to it: ${reason}`);
    }
  }

  /** The bytes must equal those that this signer makes of what its own node shows. */
  async #requireSweep({ account, message }: SweepProposal): Promise<void> {
    const { key, vault, chain } = this.#parts;
    const envelope = readSweepEnvelope(message);
    if (envelope === undefined || decodePublicKey(account) === undefined)
      throw new SigningRefused("NOT_A_SWEEP", "the message moves no deposit");
    const from = await depositAddressOf(key, vault, account);
    const { accounts } = await chain.accounts([from.tokenAccount], "finalized");
    const amount = sweepableUnits(accounts[0] ?? null, from, vault);
    if (amount < MIN_SWEEP)
      throw new SigningRefused("BELOW_MINIMUM", "the address holds less than is moved");
    const wanted = await sweepMessage({ vault, from, amount, ...envelope });
    if (Buffer.compare(wanted, message) === 0) return;
    throw new SigningRefused("ANOTHER_SWEEP", "the message moves something else");
  }
}

const nameOf = (message: Uint8Array) => createHash("sha256").update(message).digest("hex");
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The library's form of a commitment. */
export function readCommitment({ identifier, hiding, binding }: Commitment) {
  return {
    identifier,
    hiding: Uint8Array.from(Buffer.from(hiding, "hex")),
    binding: Uint8Array.from(Buffer.from(binding, "hex")),
  };
}
