/** What a partner, and a referred person, leave behind. */
import "server-only";
import { and, eq, gt, inArray, or } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { AccountRows, UnlinkedIdentity } from "#lib/platform/events/account-rows.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { eraseCalls } from "./postbacks/send-calls.ts";
import {
  partnerBrowserSignUps,
  partnerLinks,
  partnerReferrals,
  partners,
} from "./schema/partner.ts";

export const partnerRows: AccountRows = {
  /**
   * The ledger of a partner is kept but closed: its links become invalid, and it has no payout wallet. What partners wrote
   * about people is erased with either account, and the names of their links with their own.
   */
  erase: async (change, { userId }) => {
    const own = change
      .select({ id: partners.id })
      .from(partners)
      .where(eq(partners.userId, userId));
    await change
      .update(partnerReferrals)
      .set({ alias: null, note: null, tags: {} })
      .where(or(eq(partnerReferrals.userId, userId), inArray(partnerReferrals.partnerId, own)));
    await change
      .delete(partnerBrowserSignUps)
      .where(
        or(eq(partnerBrowserSignUps.userId, userId), inArray(partnerBrowserSignUps.partnerId, own)),
      );
    await eraseCalls(change, userId);
    await change.update(partnerLinks).set({ name: "" }).where(inArray(partnerLinks.partnerId, own));
    const closed = { payoutAddress: null, payoutNext: null, payoutNextAt: null, payee: null };
    await change
      .update(partners)
      .set({ ...closed, mailNotices: false, locale: null })
      .where(eq(partners.userId, userId));
  },
  unlink: async (change, unlinked) => {
    await requireNoWaitingPayout(change, unlinked);
    if (unlinked.kind !== "wallet") return;
    const { userId, subject } = unlinked;
    // A partner is not paid to a wallet that the account no longer has, and has to choose another one.
    await change
      .update(partners)
      .set({ payoutAddress: null })
      .where(and(eq(partners.userId, userId), eq(partners.payoutAddress, subject)));
    await change
      .update(partners)
      .set({ payoutNext: null, payoutNextAt: null })
      .where(and(eq(partners.userId, userId), eq(partners.payoutNext, subject)));
  },
};

/**
 * A thief who changed the payout wallet must not be able to remove the sign-in methods that can stop it. The wallet that is to be paid may go.
 * @throws PAYOUT_CHANGE_WAITS
 */
async function requireNoWaitingPayout(
  change: Change,
  { userId, subject, now }: UnlinkedIdentity,
): Promise<void> {
  const [waiting] = await change
    .select({ next: partners.payoutNext })
    .from(partners)
    .where(and(eq(partners.userId, userId), gt(partners.payoutNextAt, new Date(now))));
  if (waiting !== undefined && waiting.next !== subject) {
    throw new ServiceError("PAYOUT_CHANGE_WAITS");
  }
}
