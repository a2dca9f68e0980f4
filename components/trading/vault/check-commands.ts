/** Commands by which anyone checks the vault: ready to paste into a shell. */

export function checkCommands(
  baseUrl: string,
  vaultAddress: string,
): { balance: string; owed: string } {
  const call = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "getTokenAccountBalance",
    params: [vaultAddress, { commitment: "finalized" }],
  });
  return {
    balance: `curl -s ${baseUrl}/api/chain/rpc -H 'content-type: application/json' -d '${call}'`,
    owed: `curl -s ${baseUrl}/api/public/dex/stats`,
  };
}
