import { z } from "zod";
import { decodeTransaction, wireEncoding } from "#services/chain/rpc/decode-transaction.ts";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import { context, method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { executionAnswer, preflightFailure } from "#services/chain/rpc/preflight-failure.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";

const config = context.extend({
  encoding: wireEncoding.optional(),
  sigVerify: z.boolean().optional(),
  replaceRecentBlockhash: z.boolean().optional(),
  innerInstructions: z.boolean().optional(),
  accounts: z
    .object({ encoding: accountConfig.shape.encoding, addresses: z.array(publicKey) })
    .optional(),
});

export const simulateTransaction = method(
  z.tuple([z.string(), config.optional()]),
  (node, text, given) => {
    const { ledger } = node;
    const slot = slotFor(node, given);
    const verify = given?.sigVerify ?? false;
    const replaces = given?.replaceRecentBlockhash ?? false;
    if (verify && replaces)
      throw invalidParam("sigVerify may not be used with replaceRecentBlockhash");
    const wire = decodeTransaction(text, given?.encoding);
    if (!replaces && !ledger.isValid(wire.blockhash)) {
      return withContext(slot, executionAnswer({ error: "BlockhashNotFound", execution: null }));
    }
    const execution = ledger.simulate(wire, { verify });
    const { error, after } = execution;
    if (error === "SignatureFailure") throw preflightFailure({ error, execution });
    const mintOf = mintFinder(node, ledger.slot("processed"));
    const accounts = given?.accounts?.addresses.map((key) => {
      const state = after.get(key) ?? ledger.account(key, slot);
      return (
        state && encodeAccount(state, { encoding: given.accounts?.encoding ?? "base64" }, mintOf)
      );
    });
    return withContext(slot, {
      ...executionAnswer({ error, execution }),
      ...(accounts !== undefined && { accounts }),
      ...(replaces && { replacementBlockhash: ledger.blockhashAt(slot) }),
    });
  },
);
