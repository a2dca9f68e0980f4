/**
 * `cal_…`: a hash of the source and its own id of the item. It is the same in every replica and
 * after a reschedule.
 */
import { createHash } from "node:crypto";

export function releaseId(source: string, uid: string): string {
  const hash = createHash("sha256").update(`${source}\n${uid}`).digest("hex");
  return `cal_${hash.slice(0, 24)}`;
}
