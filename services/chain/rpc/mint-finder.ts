/** Finds the decimals of token amounts. */
import { readMint } from "#services/chain/vm/token-account.ts";
import type { FindMint } from "./encode-account.ts";
import type { RpcNode } from "./method.ts";

/** Reads mints as they were at a slot. */
export function mintFinder({ ledger }: RpcNode, slot: number): FindMint {
  return (mint) => readMint(ledger.account(mint, slot));
}
