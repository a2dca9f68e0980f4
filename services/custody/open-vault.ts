/** Connects to the chain and proves that it is the right one, and that its vault belongs to a multisig of three. */
import { setTimeout as sleep } from "node:timers/promises";
import { ChainUnreachable } from "#lib/platform/chain-client/chain-unreachable.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { decodeMultisig, VAULT_SIGNERS, VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import { ChainReads } from "./chain/chain-reads.ts";
import type { Places } from "./config.ts";
import { type Vault, vaultOf } from "./vault/vault-address.ts";

const ATTEMPTS = 120;
const WAIT_MS = 500;

export type OpenVault = { chain: ChainReads; vault: Vault; signerKeys: string[] };

/** Waits up to a minute for the node. @throws Error for another network, and for a vault that is not 2 of 3 */
export async function openVault(places: Places): Promise<OpenVault> {
  const chain = new ChainReads(places.rpcUrl.reveal());
  const hash = await patiently(() => chain.genesisHash());
  if (hash !== places.genesisHash) {
    throw new Error(`SOLANA_RPC_URL is a node of another network than ${places.network}.`);
  }
  const account = await patiently(() => chain.account(places.authority));
  const multisig = account && decodeMultisig(account.data);
  if (multisig?.threshold !== VAULT_THRESHOLD || multisig.signers.length !== VAULT_SIGNERS) {
    throw new Error(
      `VAULT_AUTHORITY ${places.authority} is no multisig of ${VAULT_THRESHOLD} of ${VAULT_SIGNERS}.`,
    );
  }
  return {
    chain,
    vault: await vaultOf(places.authority, places.mint),
    signerKeys: multisig.signers.map(encodePublicKey),
  };
}

async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ChainUnreachable) || attempt === ATTEMPTS) throw error;
      await sleep(WAIT_MS);
    }
  }
}
