import { method, noParams } from "#services/chain/rpc/method.ts";

export const getGenesisHash = method(noParams, ({ genesisHash }) => genesisHash);
