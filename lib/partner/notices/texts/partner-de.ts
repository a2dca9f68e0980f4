import type { PartnerMailTexts } from "./partner-texts.ts";

export const PARTNER_DE: PartnerMailTexts = {
  level_up: {
    subject: ({ to }) => `Sie haben die Partnerstufe ${to} erreicht`,
    lead: ({ from, to, percent }) => [
      `Die Gebühren der von Ihnen Geworbenen haben Sie von Stufe ${from} auf Stufe ${to} gebracht: Sie erhalten jetzt ${percent} % der Gebühren, die sie zahlen.`,
    ],
  },
  level_down: {
    subject: ({ to }) => `Ihre Partnerstufe ist jetzt ${to}`,
    lead: ({ from, to, percent }) => [
      `Einige Gebühren sind älter als 30 Tage oder wurden zurückgenommen, daher ging Ihre Stufe von ${from} auf ${to}. Sie erhalten jetzt ${percent} % der Gebühren, die die von Ihnen Geworbenen zahlen.`,
    ],
  },
  level_falls: {
    subject: ({ from, hours }) => `Ihre Partnerstufe ${from} endet in höchstens ${hours} Stunden`,
    lead: ({ from, to, percent, at, toHold }) => [
      `Am ${at} werden einige Gebühren 30 Tage alt und zählen nicht mehr. Ohne neue Gebühren geht Ihre Stufe dann von ${from} auf ${to}, und Sie erhalten ${percent} %.`,
      `Stufe ${from} bleibt, wenn Geworbene bis dahin noch etwa ${toHold} an Gebühren zahlen.`,
    ],
  },
  settlement_paid: {
    subject: ({ amount }) => `${amount} wurden an Sie ausgezahlt`,
    lead: ({ amount }) => [
      `Eine Auszahlung von ${amount} ist in Ihrer Wallet angekommen. Ihre Partnerseite zeigt die Zahlung und ihre Transaktion.`,
    ],
  },
  settlement_failed: {
    subject: ({ amount }) => `Eine Auszahlung von ${amount} ist gescheitert`,
    lead: ({ amount }) => [
      `Eine Auszahlung von ${amount} kam nicht zustande. Die nächste enthält den Betrag. Ihre Partnerseite zeigt den Grund.`,
    ],
  },
  button: "Partnerseite öffnen",
  rounded: "Beträge sind hier gerundet; auf der Partnerseite stehen sie vollständig.",
  unsubscribe: (site) =>
    `${site} schreibt Ihnen, weil Mitteilungen per E-Mail eingeschaltet sind. Ausschalten können Sie sie auf der Partnerseite unter „Mitteilungen“.`,
  stop: "Diese Mails abbestellen",
};
