import { z } from "zod";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import { method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";

const MOST = 100;

export const getMultipleAccounts = method(
  z.tuple([
    z.array(publicKey).max(MOST, `Too many inputs provided; max ${MOST}`),
    accountConfig.optional(),
  ]),
  (node, keys, config) => {
    const slot = slotFor(node, config);
    const states = keys.map((key) => node.ledger.account(key, slot));
    const mintOf = mintFinder(node, slot);
    return withContext(
      slot,
      states.map(
        (state) => state && encodeAccount(state, { encoding: "base64", ...config }, mintOf),
      ),
    );
  },
);
