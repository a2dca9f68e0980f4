/** The second step of every wallet proof: checks the signed text against the challenge. */
import "server-only";
import { base58 } from "@scure/base";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { ProvedIdentity } from "#lib/identity/person/person.ts";
import { signInChallenges } from "#lib/identity/schema/wallet-session.ts";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { refusalError, ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { readMemoText } from "#lib/protocol/solana/memo-transaction.ts";
import { signInChain } from "./challenge.ts";
import { type ProofPurpose, parseSignInMessage, type SignInFields } from "./sign-in-message.ts";

export type SignInProof = {
  /** Base58 public key. */
  address: string;
  /** The signed text, byte for byte. */
  message: string;
  /** Base58 of the 64 signature bytes. */
  signature: string;
  /** Base64 of the signed transaction whose memo is the text: a hardware wallet signs that instead. For a sign-in only. */
  memoTransaction?: string | undefined;
};

/** Replicas' clocks differ a little. */
const CLOCK_TOLERANCE_MS = 30_000;

const refusal = (reason: string): ServiceError => new ServiceError("SIGN_IN_REFUSED", { reason });

/**
 * Proves that the caller holds the key of `proof.address` and uses the challenge up. The signature is checked first, so that
 * only its holder can use a challenge up.
 * @throws SIGN_IN_REFUSED; MEMO_* for a memo transaction that does not stand for the text
 */
export async function proveWallet(
  proof: SignInProof,
  now: number,
  purpose: ProofPurpose = "sign-in",
): Promise<ProvedIdentity> {
  const fields = parseSignInMessage(proof.message);
  if (fields === undefined) throw refusal("the text is not one that this site issues");
  if (fields.purpose !== purpose) throw refusal("the text was signed for another purpose");
  if (proof.memoTransaction !== undefined && purpose !== "sign-in")
    throw new ServiceError("MEMO_NOT_ACCEPTED", { operation: purpose });
  checkFields(fields, proof.address, now);
  if (!isSignedByWallet(proof)) throw refusal("the signature is not that of the wallet");
  await useChallenge(fields.nonce, proof, now);
  return { kind: "wallet", subject: proof.address, label: proof.address };
}

function checkFields(fields: SignInFields, address: string, now: number): void {
  const { baseUrl } = config();
  if (fields.domain !== new URL(baseUrl).host || fields.uri !== baseUrl) {
    throw refusal("the text names another site");
  }
  if (fields.chainId !== signInChain(config())) throw refusal("the text names another chain");
  if (fields.address !== address) throw refusal("the text names another wallet");
  if (!(Date.parse(fields.issuedAt) <= now + CLOCK_TOLERANCE_MS))
    throw refusal("the text was issued in the future");
  if (!(Date.parse(fields.expiresAt) > now)) throw refusal("the challenge has expired");
}

function isSignedByWallet({ address, message, signature, memoTransaction }: SignInProof): boolean {
  const publicKey = decodePublicKey(address);
  const bytes = decodeSignature(signature);
  if (publicKey === undefined || bytes === undefined) return false;
  if (memoTransaction === undefined)
    return isSignedBy(publicKey, Buffer.from(message, "utf8"), bytes);
  const memo = readMemoText(memoTransaction, { account: publicKey, text: message });
  if (!memo.ok) throw refusalError(memo.fault);
  return Buffer.compare(memo.signature, bytes) === 0 && isSignedBy(publicKey, memo.message, bytes);
}

/** Length first: decoding base58 takes quadratic time. */
function decodeSignature(text: string): Uint8Array | undefined {
  if (text.length < 64 || text.length > 88) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === 64 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** One statement decides, so that only one of two requests with the same challenge succeeds. */
async function useChallenge(nonce: string, proof: SignInProof, now: number): Promise<void> {
  const at = new Date(now);
  const db = await database();
  const used = await db
    .update(signInChallenges)
    .set({ usedAt: at })
    .where(
      and(
        eq(signInChallenges.nonce, nonce),
        eq(signInChallenges.address, proof.address),
        eq(signInChallenges.message, proof.message),
        isNull(signInChallenges.usedAt),
        gt(signInChallenges.expiresAt, at),
      ),
    )
    .returning({ nonce: signInChallenges.nonce });
  if (used.length === 0)
    throw refusal("the challenge is unknown or was used before; ask for a new one");
}
