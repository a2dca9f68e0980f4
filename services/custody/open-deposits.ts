/** Deposit addresses as a part of custody: their folder, their lock, and the app's way to them. */
import { join } from "node:path";
import { z } from "zod";
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { isSignature } from "#lib/protocol/solana.ts";
import type { custodyConfig } from "./config.ts";
import { DepositAddresses } from "./deposits/deposit-addresses.ts";
import { Sweeper } from "./deposits/sweeper.ts";
import { WatchedAccounts } from "./deposits/watched-accounts.ts";
import { type Routes, withKey } from "./http.ts";
import type { Custody } from "./payer/custody.ts";
import type { SignerPool } from "./payer/signer-pool.ts";
import type { SignerKeyPair } from "./vault/key-pair.ts";
import type { Vault } from "./vault/vault-address.ts";

type DepositParts = {
  chain: ChainReads;
  vault: Vault;
  signers: SignerPool;
  feePayer: SignerKeyPair;
  log: Logger;
};

/** Undefined without deposit addresses. @throws FolderInUseError while another custody has the folder */
export function openDeposits(
  { deposits }: ReturnType<typeof custodyConfig>,
  { chain, vault, signers, feePayer, log }: DepositParts,
) {
  if (deposits === undefined) return undefined;
  const { folder, key } = deposits;
  const lock = acquireFileLock(join(folder, "lock"));
  const kept = new WatchedAccounts(join(folder, "deposit-accounts.jsonl"));
  const now = Date.now;
  const addresses = new DepositAddresses({ key, vault, chain, kept, now });
  const nextPair = () => {
    const pair = signers.nextPair();
    return pair && ([pair[0].client, pair[1].client] as const);
  };
  const sweeper = new Sweeper({ key, vault, chain, addresses, nextPair, feePayer, now, log });
  const close = (): void => {
    addresses.close();
    lock.release();
  };
  return { parts: { addresses, sweeper }, close };
}

const addressBody = z.strictObject({
  account: z.string().refine((text) => DepositAddresses.accepts(text)),
});

const claimBody = z.strictObject({
  payment: z.string().refine(isSignature),
  account: z.string().refine((text) => DepositAddresses.accepts(text)),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});

/** The app asks only for accounts that have signed in. */
export function addressRoutes(
  custody: Pick<Custody, "depositAddress" | "claim">,
  accessKey: Secret,
): Routes {
  const routes: Routes = {
    "POST /v1/deposit-addresses": (body) => {
      const parsed = addressBody.safeParse(body);
      if (parsed.success) return custody.depositAddress(parsed.data.account);
      throw new ServiceError("MALFORMED_BODY", { reason: "account must be a public key" });
    },
    "POST /v1/claims": async (body) => {
      const parsed = claimBody.safeParse(body);
      if (!parsed.success)
        throw new ServiceError("MALFORMED_BODY", { reason: "it is not a signed claim" });
      const { signature, ...claim } = parsed.data;
      await custody.claim({ ...claim, signature: Buffer.from(signature, "hex") });
      return { credited: true };
    },
  };
  return withKey(routes, accessKey);
}
