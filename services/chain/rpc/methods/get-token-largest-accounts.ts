import { z } from "zod";
import { tokenAmount } from "#services/chain/rpc/encode-account.ts";
import { context, method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";
import { tokenHolding } from "#services/chain/vm/token-account.ts";

const LISTED = 20;

export const getTokenLargestAccounts = method(
  z.tuple([publicKey, context.optional()]),
  (node, key, config) => {
    const slot = slotFor(node, config);
    const mint = mintFinder(node, slot)(key);
    if (mint === undefined) throw invalidParam("not a Token mint");
    const holdings = node.history.tokenAccountsOfMint(key).map((address) => ({
      address,
      amount: tokenHolding(node.ledger.account(address, slot))?.amount ?? 0n,
    }));
    const largest = holdings
      .toSorted((one, other) => (one.amount < other.amount ? 1 : -1))
      .slice(0, LISTED);
    return withContext(
      slot,
      largest.map(({ address, amount }) => ({ address, ...tokenAmount(amount, mint.decimals) })),
    );
  },
);
