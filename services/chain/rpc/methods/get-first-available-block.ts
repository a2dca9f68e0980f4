import { method, noParams } from "#services/chain/rpc/method.ts";

/** Also answers `minimumLedgerSlot`: the chain keeps everything. */
export const getFirstAvailableBlock = method(noParams, () => 0);
