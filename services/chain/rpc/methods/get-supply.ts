/** What wallets hold in lamports. Lamports in accounts of programs, such as rents, are not counted. */
import { z } from "zod";
import { SYSTEM_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { context, method, type RpcNode, slotFor, withContext } from "#services/chain/rpc/method.ts";

const LISTED = 20;

export const getSupply = method(
  z.tuple([
    context.extend({ excludeNonCirculatingAccountsList: z.boolean().optional() }).optional(),
  ]),
  (node, config) => {
    const slot = slotFor(node, config);
    const total = walletsAt(node, slot).reduce((sum, { lamports }) => sum + lamports, 0n);
    return withContext(slot, {
      total: Number(total),
      circulating: Number(total),
      nonCirculating: 0,
      nonCirculatingAccounts: [],
    });
  },
);

export const getLargestAccounts = method(
  z.tuple([
    context.extend({ filter: z.enum(["circulating", "nonCirculating"]).optional() }).optional(),
  ]),
  (node, config) => {
    const slot = slotFor(node, config);
    const wallets = config?.filter === "nonCirculating" ? [] : walletsAt(node, slot);
    const largest = wallets
      .toSorted((one, other) => (one.lamports < other.lamports ? 1 : -1))
      .slice(0, LISTED);
    return withContext(
      slot,
      largest.map(({ address, lamports }) => ({ address, lamports: Number(lamports) })),
    );
  },
);

function walletsAt({ ledger }: RpcNode, slot: number): { address: string; lamports: bigint }[] {
  return ledger
    .accountsOf(SYSTEM_PROGRAM, slot)
    .map(({ key, state }) => ({ address: key, lamports: state.lamports }));
}
