import { z } from "zod";
import { tokenAmount } from "#services/chain/rpc/encode-account.ts";
import { context, method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";
import { tokenHolding } from "#services/chain/vm/token-account.ts";

export const getTokenAccountBalance = method(
  z.tuple([publicKey, context.optional()]),
  (node, key, config) => {
    const slot = slotFor(node, config);
    const state = node.ledger.account(key, slot);
    if (state === null) throw invalidParam("could not find account");
    const holding = tokenHolding(state);
    const mint = holding && mintFinder(node, slot)(holding.mint);
    if (holding === undefined || mint === undefined) throw invalidParam("not a Token account");
    return withContext(slot, tokenAmount(holding.amount, mint.decimals));
  },
);
