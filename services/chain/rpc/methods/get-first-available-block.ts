import { method, noParams } from "#services/chain/rpc/method.ts";

/** Also answers `minimumLedgerSlot`: the chain stores all blocks. */
export const getFirstAvailableBlock = method(noParams, () => 0);
