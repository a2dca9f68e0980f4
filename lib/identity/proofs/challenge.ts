/** The first step of sign-in: a text with a nonce that signs in once. */
import "server-only";
import { randomBytes } from "node:crypto";
import { lt } from "drizzle-orm";
import { z } from "zod";
import { signInChallenges } from "#lib/identity/schema/wallet-session.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { isAcceptablePublicKey } from "#lib/protocol/signing/canonical-signature.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { buildSignInMessage, PROOF_PURPOSES, type SignInChain } from "./sign-in-message.ts";

/** How long a wallet may take to sign. */
export const CHALLENGE_MS = 5 * 60_000;

export const ChallengeRequest = z.strictObject({
  address: z.string().refine(isWallet, { params: { code: "INVALID_PUBLIC_KEY" } }),
  /** Default: sign-in. */
  purpose: z.enum(PROOF_PURPOSES).optional(),
});

export const Challenge = z.strictObject({
  /** Sign the UTF-8 bytes of this text. */
  message: z.string(),
  expiresAt: z.iso.datetime(),
});

/** True for a public key that only its holder can sign with. */
function isWallet(address: string): boolean {
  const bytes = decodePublicKey(address);
  return bytes !== undefined && isAcceptablePublicKey(bytes);
}

const CHAINS: Record<SolanaNetwork, SignInChain> = {
  "mainnet-beta": "solana:mainnet",
  devnet: "solana:devnet",
  testnet: "solana:testnet",
  simulated: "localnet",
};

/** A simulated market is on no network, whichever node is configured. */
export function signInChain({
  sandboxUrl,
  chain,
}: {
  sandboxUrl: string | undefined;
  chain: { network: SolanaNetwork } | undefined;
}): SignInChain {
  return sandboxUrl === undefined ? CHAINS[chain?.network ?? "mainnet-beta"] : CHAINS.simulated;
}

/** Issues a challenge for an address; public. Also deletes expired challenges. */
export async function createChallenge(call: {
  ctx: { now: number };
  input: { body: z.output<typeof ChallengeRequest> };
}): Promise<z.output<typeof Challenge>> {
  const { now } = call.ctx;
  const { address, purpose = "sign-in" } = call.input.body;
  const { baseUrl } = config();
  const chainId = signInChain(config());
  const nonce = randomBytes(16).toString("hex");
  const expiresAt = new Date(now + CHALLENGE_MS);
  const message = buildSignInMessage({
    purpose,
    domain: new URL(baseUrl).host,
    address,
    uri: baseUrl,
    chainId,
    nonce,
    issuedAt: new Date(now).toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
  const db = await database();
  await db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, new Date(now)));
  await db.insert(signInChallenges).values({ nonce, address, message, expiresAt });
  return { message, expiresAt: expiresAt.toISOString() };
}
