import type { WebhookMailTexts } from "./webhook-texts.ts";

export const WEBHOOK_DE: WebhookMailTexts = {
  where: ({ name, origin }) => (name === null ? `bei ${origin}` : `„${name}“ bei ${origin}`),
  subject: (where) => `Ihr Webhook ${where} ist pausiert`,
  failures: ({ where, error }) =>
    `Sieben Versuche, Ihrem Webhook ${where} ein Ereignis zuzustellen, sind gescheitert. Letzter Fehler: ${error}.`,
  errors: {
    aborted: "der Empfänger wollte keine weiteren Versuche",
    disabled: "der Empfänger wollte keine weiteren Zustellungen",
    rejected: "der Chatdienst hat die Nachricht nicht veröffentlicht",
    timeout: "keine Antwort binnen 5 Sekunden",
    no_address: "Hostname nicht gefunden",
    target_refused: "Adresse nicht zugelassen",
    unreachable: "keine Verbindung",
    lost: "mehrmals unterbrochen",
  },
  secret: ({ where }) =>
    `Die Secrets Ihres Webhooks ${where} sind nicht mehr lesbar, und ohne Signatur wird nichts gesendet. Fügen Sie ein neues Secret hinzu und setzen Sie den Webhook dann fort.`,
  headers: ({ where }) =>
    `Ein eigener Header Ihres Webhooks ${where} ist nicht mehr lesbar, und ohne ihn wird nichts gesendet. Setzen Sie Ihre Header neu und setzen Sie den Webhook dann fort.`,
  receiver: ({ where, error }) =>
    `Der Empfänger Ihres Webhooks ${where} will keine Zustellungen mehr (${error}). Setzen Sie den Webhook fort, wenn sein Server sie wieder annimmt.`,
  operator: ({ where, note }) =>
    `Der Betreiber dieses Dienstes hat Ihren Webhook ${where} pausiert: „${note}“. Nur er kann ihn fortsetzen; bitte wenden Sie sich an ihn.`,
  waiting:
    "Ereignisse warten und werden gesendet, die ältesten zuerst, sobald der Webhook fortgesetzt wird.",
  button: "Webhook öffnen",
  why: (site) => `${site} schreibt Ihnen, weil der Webhook zu Ihrem Konto gehört.`,
};
