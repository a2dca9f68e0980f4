import { z } from "zod";
import { tokenAmount } from "#services/chain/rpc/encode-account.ts";
import { context, method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";

export const getTokenSupply = method(
  z.tuple([publicKey, context.optional()]),
  (node, key, config) => {
    const slot = slotFor(node, config);
    const mint = mintFinder(node, slot)(key);
    if (mint === undefined) throw invalidParam("not a Token mint");
    return withContext(slot, tokenAmount(mint.supply, mint.decimals));
  },
);
