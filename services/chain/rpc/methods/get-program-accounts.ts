import { base58 } from "@scure/base";
import { z } from "zod";
import { accountConfig, encodeAccount } from "#services/chain/rpc/encode-account.ts";
import { method, publicKey, slotFor, withContext } from "#services/chain/rpc/method.ts";
import { mintFinder } from "#services/chain/rpc/mint-finder.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";
import type { AccountState } from "#services/chain/vm/account-state.ts";

const MAX_FILTERS = 4;
const MAX_COMPARED_BYTES = 128;

const offset = z.number().int().min(0);

const filter = z.union([
  z.object({ dataSize: z.number().int().min(0) }),
  z.object({
    memcmp: z.object({
      offset,
      bytes: z.string(),
      encoding: z.enum(["base58", "base64"]).optional(),
    }),
  }),
]);

export const programAccountsConfig = accountConfig.extend({
  filters: z
    .array(filter)
    .max(MAX_FILTERS, `Too many filters provided; max ${MAX_FILTERS}`)
    .optional(),
  withContext: z.boolean().optional(),
  sortResults: z.boolean().optional(),
});

type ProgramAccountsConfig = z.output<typeof programAccountsConfig>;

export const getProgramAccounts = method(
  z.tuple([publicKey, programAccountsConfig.optional()]),
  (node, program, config) => {
    const slot = slotFor(node, config);
    const passes = accountFilter(config);
    const mintOf = mintFinder(node, slot);
    const accounts = node.ledger
      .accountsOf(program, slot)
      .filter(({ state }) => passes(state))
      .map(({ key, state }) => ({ pubkey: key, account: encodeAccount(state, config, mintOf) }));
    return config?.withContext === true ? withContext(slot, accounts) : accounts;
  },
);

/** @throws -32602 for bytes that cannot be compared */
export function accountFilter(
  config: Pick<ProgramAccountsConfig, "filters"> | undefined,
): (state: AccountState) => boolean {
  const tests = (config?.filters ?? []).map((one) => {
    if ("dataSize" in one) return ({ data }: AccountState) => data.length === one.dataSize;
    const wanted = comparedBytes(one.memcmp);
    const { offset: from } = one.memcmp;
    return ({ data }: AccountState) =>
      from + wanted.length <= data.length &&
      Buffer.compare(data.subarray(from, from + wanted.length), wanted) === 0;
  });
  return (state) => tests.every((test) => test(state));
}

function comparedBytes({
  bytes,
  encoding,
}: {
  bytes: string;
  encoding?: "base58" | "base64" | undefined;
}): Uint8Array {
  let decoded: Uint8Array;
  try {
    decoded = encoding === "base64" ? Buffer.from(bytes, "base64") : base58.decode(bytes);
  } catch {
    throw invalidParam("invalid base58 encoding");
  }
  if (decoded.length > MAX_COMPARED_BYTES)
    throw invalidParam("encoded binary data should be less than 129 bytes");
  return decoded;
}
