/** Finds the decimals of token amounts. */
import { readMint } from "#services/chain/vm/token-account.ts";
import type { MintOf } from "./encode-account.ts";
import type { RpcNode } from "./method.ts";

/** Mints as they are at a slot. */
export function mintLook({ ledger }: RpcNode, slot: number): MintOf {
  return (mint) => readMint(ledger.account(mint, slot));
}
