/**
 * The hash chain of a partner's ledger. A reader of a statement can recompute it with SHA-256 alone:
 * hash = sha256(hash of the row before + "\\n" + line).
 */
import { createHash } from "node:crypto";

export function rowHash(before: string, line: string): string {
  return sha256(`${before}\n${line}`);
}

/** The hash before the first row, which differs by partner, so that no chain continues another's. */
export function chainStart(partnerId: string): string {
  return sha256(partnerId);
}

/** Identifies trade and order without revealing whose they were, because the trade tape is public. */
export function referenceOf(key: string): string {
  return sha256(key).slice(0, 16);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
