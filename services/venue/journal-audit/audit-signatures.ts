/** Proves that every signed write of a journal was signed by its signer, from the payload's own bytes. */
import { decodeRegisterSigner } from "#lib/protocol/signing/decode.ts";
import { isMemoOperation, memoOfWrite } from "#lib/protocol/solana/memo-operations.ts";
import { findMemoFault } from "#lib/protocol/solana/memo-transaction.ts";
import type { Command, SignedCommand } from "#services/venue/engine/commands.ts";
import {
  type PublicKey,
  publicKey,
  publicKeyOf,
  signedDigest,
} from "#services/venue/signature/public-keys.ts";
import { createVerifier } from "#services/venue/signature/verifier.ts";

export type AuditCounts = {
  /** Signed writes by operation. */
  signed: Map<SignedCommand["type"], number>;
  /** Those of them that signed a memo transaction in place of the digest. */
  memos: number;
  /** Acceptances of new signers. */
  acceptances: number;
  /** Commands of the operator and ticks: they have no signature. */
  unsigned: number;
};

export class SignatureAudit {
  readonly counts: AuditCounts = { signed: new Map(), memos: 0, acceptances: 0, unsigned: 0 };
  readonly #verifier = createVerifier("node");

  /**
   * The replay proves that the signer might act for the account: the engine checks it again.
   * @throws Error that says what does not verify.
   */
  check(command: Command): void {
    if (!("signed" in command)) {
      this.counts.unsigned += 1;
      return;
    }
    const { account, signer, payload, digest, signature } = command.signed;
    const recomputed = signedDigest(command.type, keyOf(account), payload);
    if (recomputed !== digest) {
      throw new Error(
        `the digest of the ${command.type} payload is ${recomputed}, the record says ${digest}`,
      );
    }
    if ("memo" in command && command.memo !== undefined) {
      this.#verifyMemo(command, command.memo);
    } else this.#verify(keyOf(signer), digest, signature);
    if (command.type === "register_signer") {
      const added = decodeRegisterSigner(payload).signer;
      this.#verify(publicKeyOf(added), digest, command.acceptance);
      this.counts.acceptances += 1;
    }
    const { signed } = this.counts;
    signed.set(command.type, (signed.get(command.type) ?? 0) + 1);
  }

  /** The transaction must still be one that says exactly this write and can never land. */
  #verifyMemo({ type, signed }: SignedCommand, memo: Uint8Array): void {
    const { signer, digest, signature } = signed;
    if (!isMemoOperation(type)) throw new Error(`a memo transaction cannot sign ${type}`);
    const key = keyOf(signer);
    const terms = { account: key.bytes, text: memoOfWrite(type, digest) };
    const fault = findMemoFault(memo, terms);
    if (fault !== undefined)
      throw new Error(`the memo transaction of ${digest} is not valid: ${fault.context.reason}`);
    if (!this.#verifier.verify(key, memo, signature))
      throw new Error(`the signature of ${signer} over the memo of ${digest} is not valid`);
    this.counts.memos += 1;
  }

  #verify(key: PublicKey, digest: string, signature: Uint8Array): void {
    if (this.#verifier.verify(key, Buffer.from(digest, "latin1"), signature)) return;
    throw new Error(`the signature of ${key.text} over ${digest} is not valid`);
  }
}

function keyOf(text: string): PublicKey {
  const key = publicKey(text);
  if (key === undefined) throw new Error(`${text} is no public key`);
  return key;
}
