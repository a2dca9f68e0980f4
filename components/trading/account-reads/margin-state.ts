/** How close an account is to the closing of its positions, in words. Apart from the arithmetic, which few pages load. */
import type { LiveAccount } from "./live-account.ts";

const CAUTION_PPM = 500_000n;
const DANGER_PPM = 800_000n;

/** How close the account is to the closing of its positions; `undefined` without positions. */
export function marginState(
  account: Pick<LiveAccount, "maintenance" | "maintenancePpm" | "liquidating">,
): "safe" | "caution" | "danger" | undefined {
  if (account.maintenance === 0n) return undefined;
  const { maintenancePpm: share } = account;
  if (account.liquidating || share === undefined || share >= DANGER_PPM) return "danger";
  return share >= CAUTION_PPM ? "caution" : "safe";
}
