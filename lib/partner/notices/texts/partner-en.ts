import type { PartnerMailTexts } from "./partner-texts.ts";

export const PARTNER_EN: PartnerMailTexts = {
  level_up: {
    subject: ({ to }) => `You have reached partner level ${to}`,
    lead: ({ from, to, percent }) => [
      `The fees of the people you referred moved you from level ${from} to level ${to}. You now earn ${percent}% of the fees they pay.`,
    ],
  },
  level_down: {
    subject: ({ to }) => `Your partner level is now ${to}`,
    lead: ({ from, to, percent }) => [
      `Some fees are now older than 30 days or were reversed, so your level went from ${from} to ${to}. You now earn ${percent}% of the fees that the people you referred pay.`,
    ],
  },
  level_falls: {
    subject: ({ from, hours }) => `Partner level ${from} ends within ${hours} hours`,
    lead: ({ from, to, percent, at, toHold }) => [
      `At ${at} some fees turn 30 days old and no longer count. Without new fees your level then falls from ${from} to ${to}, and you earn ${percent}%.`,
      `You keep level ${from} if the people you referred pay about ${toHold} more in fees before then.`,
    ],
  },
  settlement_paid: {
    subject: ({ amount }) => `You were paid ${amount}`,
    lead: ({ amount }) => [
      `A payout of ${amount} has reached your wallet. Your partner page shows the payment and its transaction.`,
    ],
  },
  settlement_failed: {
    subject: ({ amount }) => `A payout of ${amount} failed`,
    lead: ({ amount }) => [
      `A payout of ${amount} could not be made. The next payout includes it. Your partner page shows the reason.`,
    ],
  },
  button: "Open the partner page",
  rounded: "Amounts are rounded here. The partner page shows them in full.",
  unsubscribe: (site) =>
    `${site} sends you this because email notices are turned on. You can turn them off under Notices on the partner page.`,
  stop: "Stop these emails",
};
