import type { ApprovalMailTexts } from "./approval-texts.ts";

export const APPROVAL_DE: ApprovalMailTexts = {
  BUY: (order) => `${order} kaufen`,
  SELL: (order) => `${order} verkaufen`,
  close: (order) => `Position von ${order} schließen`,
  modify: (order) => `offene Order auf ${order} ändern`,
  cancel: (order) => `Order über ${order} stornieren`,
  subject: (order) => `Ein Vorschlag wartet auf Ihre Freigabe: ${order}`,
  until: (time) =>
    `Sie können ihn bis ${time} freigeben oder ablehnen. Danach verfällt der Vorschlag.`,
  button: "Vorschlag prüfen",
  safe: "Es geschieht nichts, solange Sie sich nicht anmelden, den Vorschlag prüfen und mit Wallet oder Handelsschlüssel signieren. Diese Mail kann nichts freigeben.",
  stop: (address) =>
    `Sie erhalten diese Mail, weil Sie sie eingeschaltet haben. Ausschalten können Sie sie unter ${address}`,
};
