import type { PartnerMailTexts } from "./mail-texts.ts";

export const PARTNER_EN: PartnerMailTexts = {
  level_up: {
    subject: ({ to }) => `You have reached partner level ${to}`,
    lead: ({ from, to, percent }) => [
      `The fees of the people you referred have brought you from level ${from} to level ${to}: you now earn ${percent}% of the fees they pay.`,
    ],
  },
  level_down: {
    subject: ({ to }) => `Your partner level is now ${to}`,
    lead: ({ from, to, percent }) => [
      `Fees have turned 30 days old or were reversed, and your level went from ${from} to ${to}: you now earn ${percent}% of the fees that the people you referred pay.`,
    ],
  },
  level_falls: {
    subject: ({ from, hours }) => `Partner level ${from} ends within ${hours} hours`,
    lead: ({ from, to, percent, at, toHold }) => [
      `At ${at} fees turn 30 days old. Without new fees your level then falls from ${from} to ${to}, and you earn ${percent}%.`,
      `About ${toHold} more in referred fees before then would keep level ${from}.`,
    ],
  },
  settlement_paid: {
    subject: ({ amount }) => `You were paid ${amount}`,
    lead: ({ amount }) => [
      `A payout of ${amount} has reached your wallet. The payment and its signature are on your partner page.`,
    ],
  },
  settlement_failed: {
    subject: ({ amount }) => `A payout of ${amount} failed`,
    lead: ({ amount }) => [
      `A payout of ${amount} could not be made. The amount is pending again; why it failed is on your partner page.`,
    ],
  },
  button: "Open the partner page",
  rounded: "Amounts are rounded here; the partner page has them in full.",
  unsubscribe: (site) =>
    `${site} sends you this because notices by email are switched on. You can switch them off under Notices on the partner page.`,
  stop: "Stop these emails",
};
