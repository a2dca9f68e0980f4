import type { WebhookMailTexts } from "./webhook-texts.ts";

export const WEBHOOK_DE: WebhookMailTexts = {
  subject: (origin) => `Ihr Webhook bei ${origin} ist pausiert`,
  failures: ({ origin, error }) =>
    `Sieben Versuche, Ihrem Webhook bei ${origin} ein Ereignis zuzustellen, sind gescheitert. Letzter Fehler: ${error}.`,
  errors: {
    aborted: "der Empfänger wollte keine weiteren Versuche",
    disabled: "der Empfänger wollte keine weiteren Zustellungen",
    timeout: "keine Antwort binnen 5 Sekunden",
    no_address: "Hostname nicht gefunden",
    target_refused: "Adresse nicht zugelassen",
    unreachable: "keine Verbindung",
    lost: "mehrmals unterbrochen",
  },
  secret: ({ origin }) =>
    `Die Secrets Ihres Webhooks bei ${origin} sind nicht mehr lesbar, und ohne Signatur wird nichts gesendet. Fügen Sie ein neues Secret hinzu und setzen Sie den Webhook dann fort.`,
  receiver: ({ origin }) =>
    `Ihr Webhook bei ${origin} hat mit „webhook-delivery: disable“ geantwortet und will keine Zustellungen mehr. Setzen Sie ihn fort, wenn sein Server sie wieder annimmt.`,
  operator: ({ origin, note }) =>
    `Der Betreiber dieses Dienstes hat Ihren Webhook bei ${origin} pausiert: „${note}“. Nur er kann ihn fortsetzen; bitte wenden Sie sich an ihn.`,
  waiting:
    "Ereignisse warten und werden gesendet, die ältesten zuerst, sobald der Webhook fortgesetzt wird.",
  button: "Webhook öffnen",
  why: (site) => `${site} schreibt Ihnen, weil der Webhook zu Ihrem Konto gehört.`,
};
