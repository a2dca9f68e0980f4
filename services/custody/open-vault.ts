/**
 * Connects to the chain, and proves its identity and that the vault belongs to a multisig of three.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { ChainUnreachable } from "#lib/kernel/chain-client/chain-unreachable.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { decodeMultisig, VAULT_SIGNERS, VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import type { CustodyAddresses } from "./config.ts";
import { deriveVault, type Vault } from "./vault/vault-address.ts";

const ATTEMPTS = 120;
const WAIT_MS = 500;

export type OpenVault = { chain: ChainReads; vault: Vault; signerKeys: string[] };

/** Waits up to a minute for the node. @throws Error for another network, and for a vault that is not 2 of 3 */
export async function openVault(addresses: CustodyAddresses): Promise<OpenVault> {
  const chain = new ChainReads(addresses.rpcUrl.reveal());
  const hash = await patiently(() => chain.genesisHash());
  if (hash !== addresses.genesisHash) {
    throw new Error(`SOLANA_RPC_URL is a node of another network than ${addresses.network}.`);
  }
  const account = await patiently(() => chain.account(addresses.authority));
  const multisig = account && decodeMultisig(account.data);
  if (multisig?.threshold !== VAULT_THRESHOLD || multisig.signers.length !== VAULT_SIGNERS) {
    throw new Error(
      `VAULT_AUTHORITY ${addresses.authority} is no multisig of ${VAULT_THRESHOLD} of ${VAULT_SIGNERS}.`,
    );
  }
  return {
    chain,
    vault: await deriveVault(addresses.authority, addresses.mint),
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
