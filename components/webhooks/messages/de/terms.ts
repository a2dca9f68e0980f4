import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/webhooks/messages/en/terms.ts";

const messages: Translation<typeof english> = {
  name: "Name",
  nameHint: "Optional. Steht in Listen, Mails und Benachrichtigungen.",
  nameWrong: "Bitte höchstens 60 Zeichen eingeben.",

  format: "Format",
  format_json: "JSON",
  format_slack: "Slack",
  format_discord: "Discord",
  format_teams: "Microsoft Teams",
  formatHint_json: "Das Ereignis als signiertes JSON, für einen eigenen Server.",
  formatHint_slack: "Eine Nachricht für einen Incoming Webhook von Slack. Niemand wird erwähnt.",
  formatHint_discord: "Eine Nachricht für den Webhook eines Discord-Kanals. Niemand wird erwähnt.",
  formatHint_teams:
    "Eine Adaptive Card für einen Workflow oder Connector von Microsoft Teams. Niemand wird erwähnt.",
  formatMismatch: "Diese Adresse nimmt nur Nachrichten im Format {format} an.",
  formatUse: "Format {format} verwenden",
  preview: "Vorschau",
  previewEvent: "Ereignis der Vorschau",
  previewBody: "Inhalt der Anfrage",

  markets: "Märkte",
  marketsHint: "Ohne Auswahl: alle Märkte. Ereignisse ohne Markt werden immer gesendet.",
  marketsUnread: "Die Märkte konnten nicht geladen werden.",
  accounts: "Wallets",
  accountsHint: "Ohne Auswahl: alle Wallets. Ereignisse ohne Wallet werden immer gesendet.",
  accountsNone: "Mit diesem Konto ist keine Wallet verknüpft.",
  accountsUnread: "Die Wallets konnten nicht geladen werden.",
  assetsUnknown: "Kein Ereignis betrifft {names}.",

  headers: "Eigene Header",
  headersHint:
    "Werden mit jeder Zustellung gesendet, etwa Authorization. Werte sind verschlüsselt gespeichert und werden nie wieder angezeigt.",
  headersNone: "Keine",
  headerName: "Name des Headers",
  headerNameOf: "Name von Header {number}",
  headerValueOf: "Wert von Header {number}",
  headerNewValueOf: "Neuer Wert von {name}",
  headerKept: "Verborgen. Zum Ersetzen einen neuen Wert eingeben.",
  headerSetAt: "gesetzt",
  addHeader: "Header hinzufügen",
  removeHeaderNumber: "Header {number} entfernen",
  removeHeader: "{name} entfernen",
  headerFault_name: "Buchstaben, Ziffern und Bindestriche, höchstens 64 Zeichen.",
  headerFault_reserved:
    "Diesen Header setzt der Dienst oder die Verbindung. Bitte einen anderen Namen wählen.",
  headerFault_value: "1 bis 1.024 sichtbare ASCII-Zeichen eingeben, ohne Zeilenumbruch.",
  headerFault_twice: "Dieser Header steht zweimal in der Liste.",
  headersFull: {
    one: "Ein Webhook hat höchstens {count} Header.",
    other: "Ein Webhook hat höchstens {count} Header.",
  },
  headersDropped:
    "Die neue URL hat eine andere Herkunft. Diese Header werden beim Speichern entfernt, wenn ihre Werte nicht neu eingegeben werden: {names}",

  receiverMayStop: "Wenn der Empfänger um ein Ende bittet",
  stop_never: "Nicht beachten",
  stop_header: "Den Header beachten",
  stop_header_or_410: "Header und 410 beachten",
  stopHint_never:
    "Jede Zustellung bekommt ihre sieben Versuche, was immer der Empfänger antwortet.",
  stopHint_header:
    "Ein Empfänger mit einem Fehler kann mit webhook-delivery: abort-message eine Zustellung beenden oder mit webhook-delivery: disable diesen Webhook pausieren. Eine 410 bekommt sieben Versuche.",
  stopHint_header_or_410:
    "Ein Empfänger mit einem Fehler kann mit dem Header webhook-delivery eine Zustellung beenden oder diesen Webhook pausieren. Eine 410 (Gone) pausiert ihn sofort.",

  // Secrets and verification
  secretStandardMade:
    "Bibliotheken für Standard Webhooks und Svix nehmen ein Secret, das mit whsec_ beginnt, wie es ist. Für X-Svc-Signature gilt der ganze Text, mit whsec_.",
  secretStandardOwn:
    "Ein eigenes Secret wird als Text verwendet. In Bibliotheken für Standard Webhooks gehört das Format raw dazu, denn sonst dekodieren sie es aus Base64.",
  rawTitle: "So kommt man an den rohen Inhalt",
  rawText:
    "Erst prüfen, dann parsen. Ein Inhalt, der geparst und neu geschrieben wurde, hat andere Bytes, etwa andere Leerzeichen.",
};

export default messages;
