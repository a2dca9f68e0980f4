/** The part of the catalogue of errors that is about the partner programme; error-catalogue.ts contains it. */
import { entry } from "./error-entry.ts";

export const PARTNER_ERRORS = {
  PARTNER_NOT_ALLOWED: entry(
    403,
    "This key may not read partner records. Its owner can create one that may.",
  ),
  NOT_A_PARTNER: entry(404, "This account has not joined the partner programme. Join it first."),
  PARTNER_NOT_FOUND: entry(404, "There is no such partner."),
  REFERRAL_NOT_FOUND: entry(404, "There is no such referral of this partner."),
  SETTLEMENT_NOT_FOUND: entry(404, "There is no such settlement."),
  NOTICE_NOT_FOUND: entry(404, "There is no such notice."),
  PAYOUTS_NOT_CONFIGURED: entry(
    409,
    "Partners cannot be paid because no chain is configured. Set SOLANA_RPC_URL and SOLANA_NETWORK.",
  ),
  PAYMENT_USED: entry(409, "This signature already pays another settlement."),
  PAYMENT_ARRIVED: entry(
    409,
    "The payment of this settlement is on the chain. It is booked automatically as soon as it is final.",
  ),
  PAYMENT_MAY_ARRIVE: entry<{ until: string }>(
    409,
    (c) =>
      `The payment was submitted a moment ago and may still arrive. If it is not on the chain at ${c.until}, try again.`,
  ),
  SETTLEMENT_IS_OVER: entry<{ state: string }>(409, (c) => `The settlement is ${c.state} already.`),
  SETTLEMENT_HAS_PAYMENT: entry(
    409,
    "Another signature was submitted for this settlement. If that payment never arrives, mark the settlement as failed.",
  ),
  SETTLEMENT_OF_ANOTHER_NETWORK: entry<{ network: string; configured: string }>(
    409,
    (c) => `The settlement is paid on ${c.network}, but the configured chain is ${c.configured}.`,
  ),
  POSTBACK_NOT_SET: entry(404, "You have no postback address. Set one first."),
  CODE_TAKEN: entry(409, "This code is taken. Choose another one."),
  TOO_MANY_LINKS: entry(409, "You have reached the limit of links."),
  REFERRAL_CODE_UNKNOWN: entry(404, "No partner has this code. Check its spelling."),
  REFERRAL_CODE_OWN: entry(409, "This is your own code. It is for people whom you refer."),
  ALREADY_REFERRED: entry(409, "This account has a partner already, for life."),
  REFERRAL_TOO_LATE: entry(409, "A code can be entered only within 24 hours of the sign-up."),
  LINK_NOT_FOUND: entry(404, "You have no such link, or it is your first one, which has no name."),
};
