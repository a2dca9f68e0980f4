/** The one node that makes the blocks of this chain. */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import type { RpcNode } from "./method.ts";

/** Its public key, base58. Nobody has the private one: blocks are not signed. */
export function nodeIdentity({ genesisHash }: Pick<RpcNode, "genesisHash">): string {
  return base58.encode(createHash("sha256").update(`node of ${genesisHash}`).digest());
}
