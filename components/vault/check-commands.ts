/** Commands by which anyone checks the vault: ready to paste into a shell. */
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";

/** Public nodes that this service does not run. The simulated chain has none. */
const PUBLIC_NODES: Readonly<Record<Exclude<SolanaNetwork, "simulated">, string>> = {
  "mainnet-beta": "https://api.mainnet-beta.solana.com",
  devnet: "https://api.devnet.solana.com",
  testnet: "https://api.testnet.solana.com",
};

export function checkCommands(
  baseUrl: string,
  { network, vault_address: vaultAddress }: Pick<VaultProof, "network" | "vault_address">,
): { balance: string; owed: string } {
  const node = nodeOf(baseUrl, network);
  const call = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "getTokenAccountBalance",
    params: [vaultAddress, { commitment: "finalized" }],
  });
  return {
    balance: `curl -s ${node} -H 'content-type: application/json' -d '${call}'`,
    owed: `curl -s ${baseUrl}/api/public/dex/stats`,
  };
}

/**
 * Fetches the verifier, and checks a saved leaf with it.
 * @param fileName of the saved leaf
 */
export function reservesCommands(
  baseUrl: string,
  { network, vault_address, account }: ReservesCheck,
  fileName: string,
): { get: string; check: string } {
  const node = nodeOf(baseUrl, network);
  return {
    get: `curl -sO ${baseUrl}/verify-reserves.mjs`,
    check: `node verify-reserves.mjs ${fileName} --rpc ${node} --account ${account} --vault ${vault_address}`,
  };
}

type ReservesCheck = { network: SolanaNetwork; vault_address: string; account: string };

function nodeOf(baseUrl: string, network: SolanaNetwork): string {
  return network === "simulated" ? `${baseUrl}/api/chain/rpc` : PUBLIC_NODES[network];
}
