import type { ApprovalMailTexts } from "./approval-texts.ts";

export const APPROVAL_DE: ApprovalMailTexts = {
  BUY: (order) => `${order} kaufen`,
  SELL: (order) => `${order} verkaufen`,
  subject: (order) => `Eine Order wartet auf Ihre Freigabe: ${order}`,
  until: (time) =>
    `Sie können sie bis ${time} freigeben oder ablehnen. Danach verfällt der Vorschlag.`,
  button: "Order prüfen",
  safe: "Es wird nichts platziert, solange Sie sich nicht anmelden, die Order prüfen und mit Wallet oder Handelsschlüssel signieren. Diese Mail kann nichts freigeben.",
  stop: (address) =>
    `Sie erhalten diese Mail, weil Sie sie eingeschaltet haben. Ausschalten können Sie sie unter ${address}`,
};
