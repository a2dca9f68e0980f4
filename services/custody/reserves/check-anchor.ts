/** Whether the chain anchors the proof of reserves that the venue publishes. */
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { reservesMemo } from "#lib/kernel/reserves/sum-tree.ts";
import type { PublishedReserves } from "#lib/protocol/wire/reserves.ts";
import type { VaultFinding } from "#services/custody/books/reconcile.ts";
import { usdcText, venueAmount } from "#services/custody/vault/units.ts";
import type { Vault } from "#services/custody/vault/vault-address.ts";

/** @returns what is wrong, if anything. @throws ChainUnreachable */
export async function checkAnchor(
  { proof, anchor }: PublishedReserves,
  chain: Pick<ChainReads, "transaction">,
  vault: Vault,
): Promise<VaultFinding[]> {
  const name = `the proof of reserves ${proof.height}`;
  const finding = (text: string): VaultFinding[] => [
    { code: "PROOF_NOT_ANCHORED", text: `${name}: ${text}` },
  ];
  const found = await chain.transaction(anchor.tx_hash);
  if (found === null || found.meta.err !== null) return finding(`no transaction ${anchor.tx_hash}`);
  const { accountKeys, instructions } = found.transaction.message;
  const memo = reservesMemo(proof.height, { ...anchor.root, sum: venueAmount(anchor.root.sum) });
  const isStated = instructions.some(
    ({ program, parsed }) => program === "spl-memo" && parsed === memo,
  );
  if (!isStated) return finding("the chain states another root");
  const index = accountKeys.findIndex(({ pubkey }) => pubkey === vault.account);
  const held = found.meta.postTokenBalances.find((one) => one.accountIndex === index);
  const text = held && usdcText(BigInt(held.uiTokenAmount.amount));
  if (text === anchor.vault_balance && anchor.vault_address === vault.account) return [];
  return finding(`the vault held ${text ?? "an unknown sum"}, not ${anchor.vault_balance}`);
}
