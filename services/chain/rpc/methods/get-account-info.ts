import { z } from "zod";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import { method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";

export const getAccountInfo = method(
  z.tuple([publicKey, accountConfig.optional()]),
  (node, key, config) => {
    const slot = slotFor(node, config);
    const state = node.ledger.account(key, slot);
    return withContext(slot, state && encodeAccount(state, config, mintFinder(node, slot)));
  },
);
