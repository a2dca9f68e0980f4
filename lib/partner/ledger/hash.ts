/**
 * The chain over a partner's ledger. Who has a statement can recompute it with nothing but SHA-256:
 * hash = sha256(hash of the row before + "\\n" + line).
 */
import { createHash } from "node:crypto";

export function rowHash(before: string, line: string): string {
  return sha256(`${before}\n${line}`);
}

/** What stands before the first row: no chain of one partner continues another's. */
export function chainStart(partnerId: string): string {
  return sha256(partnerId);
}

/** Names trade and order without telling whose they were: the trade tape is public. */
export function referenceOf(key: string): string {
  return sha256(key).slice(0, 16);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
