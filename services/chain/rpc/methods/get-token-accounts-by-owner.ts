import { z } from "zod";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import {
  method,
  publicKey,
  type RpcNode,
  slotFor,
  withContext,
} from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";
import { isTokenProgram, readMint, tokenHolding } from "#services/chain/vm/token-account.ts";

export const tokenFilter = z.union([
  z.object({ mint: publicKey }),
  z.object({ programId: publicKey }),
]);

export const getTokenAccountsByOwner = method(
  z.tuple([publicKey, tokenFilter, accountConfig.optional()]),
  (node, owner, wanted, config) => {
    const slot = slotFor(node, config);
    requireTokenFilter(node, wanted, slot);
    const by = "mint" in wanted ? wanted : { program: wanted.programId };
    const mintOf = mintFinder(node, slot);
    const accounts = node.history.tokenAccountsOf(owner, by).flatMap((pubkey) => {
      const state = node.ledger.account(pubkey, slot);
      if (state === null || tokenHolding(state)?.owner !== owner) return [];
      return [{ pubkey, account: encodeAccount(state, config, mintOf) }];
    });
    return withContext(slot, accounts);
  },
);

/** @throws -32602 for what is not a mint or not a token program */
export function requireTokenFilter(
  { ledger }: RpcNode,
  wanted: z.output<typeof tokenFilter>,
  slot: number,
): void {
  if ("mint" in wanted && readMint(ledger.account(wanted.mint, slot)) === undefined)
    throw invalidParam("could not find mint");
  if ("programId" in wanted && !isTokenProgram(wanted.programId))
    throw invalidParam("unrecognized Token program id");
}
