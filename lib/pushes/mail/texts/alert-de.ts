import type { AlertMailTexts } from "./alert-texts.ts";

export const ALERT_DE: AlertMailTexts = {
  button: "Markt öffnen",
  stop: (address) =>
    `Sie erhalten diese Mail, weil Sie diesen Preisalarm gesetzt und seine Mails eingeschaltet haben. Ausschalten können Sie sie unter ${address}`,
};
