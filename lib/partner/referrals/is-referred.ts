/** Whether a wallet belongs to somebody whom a partner brought: then fees are 10 % less, for life. */
import "server-only";
import { eq } from "drizzle-orm";
import type { Statements } from "#lib/platform/db/client.ts";
import { partnerAccounts } from "#lib/platform/db/schema/partner.ts";
import { bindWallets } from "./bind-wallets.ts";

/** @param account base58 public key, which is bound if it was linked without being bound */
export async function isReferred(
  change: Pick<Statements, "execute" | "select">,
  account: string,
): Promise<boolean> {
  await bindWallets(change, [account]);
  const found = await change
    .select({ account: partnerAccounts.account })
    .from(partnerAccounts)
    .where(eq(partnerAccounts.account, account));
  return found.length > 0;
}
