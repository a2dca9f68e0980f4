import { z } from "zod";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import { method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { readTokenAccount } from "#services/chain/vm/token-account.ts";
import { requireTokenFilter, tokenFilter } from "./get-token-accounts-by-owner.ts";

export const getTokenAccountsByDelegate = method(
  z.tuple([publicKey, tokenFilter, accountConfig.optional()]),
  (node, delegate, wanted, config) => {
    const slot = slotFor(node, config);
    requireTokenFilter(node, wanted, slot);
    const mintOf = mintFinder(node, slot);
    const accounts =
      "mint" in wanted
        ? node.history.tokenAccountsOfMint(wanted.mint).flatMap((key) => {
            const state = node.ledger.account(key, slot);
            return state === null ? [] : [{ key, state }];
          })
        : node.ledger.accountsOf(wanted.programId, slot);
    return withContext(
      slot,
      accounts
        .filter(({ state }) => readTokenAccount(state)?.delegate === delegate)
        .map(({ key, state }) => ({ pubkey: key, account: encodeAccount(state, config, mintOf) })),
    );
  },
);
