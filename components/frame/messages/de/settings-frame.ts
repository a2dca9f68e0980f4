import type english from "#components/frame/messages/en/settings-frame.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  pages: "Seiten der Einstellungen",
  skipPages: "Liste der Seiten überspringen",
  groupAccount: "Konto",
  groupAssistants: "Assistenten",
  groupKeys: "Schlüssel und API",
  groupSwaps: "Swaps und Punkte",
  signIn: "Anmeldung",
  waysIn: "Anmeldemethoden",
  sessions: "Sitzungen",
  activity: "Aktivität",
  notifications: "Benachrichtigungen",
  mcpKeys: "MCP-Schlüssel",
  botKeys: "Bot-Schlüssel",
  venueKeys: "Schlüssel für den Handelsplatz",
  webhooks: "Webhooks",
  newWebhook: "Neuer Webhook",
  webhook: "Webhook",
  delivery: "Zustellung",
  pausedWebhooks: { one: "{count} Webhook ist pausiert", other: "{count} Webhooks sind pausiert" },
  approvals: "Freigaben",
  connectedApps: "Verbundene Apps",
  assistantNotes: "Notizen für Assistenten",
  connectAssistant: "Assistenten verbinden",
  deleteAccount: "Konto löschen",
  swap: "Tauschen",
  swaps: "Swaps",
  points: "Punkte",
  catalysts: "Katalysatoren",
  signals: "Signale",
  signal: "Signal",
  calendar: "Kalender",
  catalyst: "Katalysator",
  priceMove: "Kursbewegung",
  developers: "Entwickler",
  partner: "Partnerprogramm",
  toSignIn: "Anmelden",
  signedInAs: "Angemeldet als {name}",
  notSignedOut:
    "Der Server hat nicht geantwortet: Die Anmeldung besteht noch. Bitte erneut versuchen.",
  signedOut: "Sie sind nicht angemeldet.",
  signedOutDetail: "Diese Seite zeigt Kontodaten. Bitte anmelden.",
  sessionEnded: "Die Sitzung ist beendet.",
  sessionEndedDetail:
    "Sie ist abgelaufen oder wurde auf einem anderen Gerät beendet. Nach erneuter Anmeldung geht es hier weiter.",
  isOld: "Die gezeigten Daten stammen von der letzten erfolgreichen Aktualisierung.",
  oneMoment: "Einen Moment…",
  copied: "Kopiert",

  proofTitle: "Identität bestätigen",
  proofText:
    "Bitte mit einer Ihrer Methoden erneut anmelden: Dieser Schritt braucht einen Nachweis der letzten zehn Minuten. Danach geht es automatisch weiter.",
  proofWays: "Ihre Anmeldemethoden",
  proofByAnyWallet: "Mit einer Wallet dieses Kontos",
  proofByMail: "Mit einem Link an {address}",
  proofByProvider: "Mit {name}",
  proofMailHint:
    "Er gilt einmal, 15 Minuten lang. Bitte in diesem Browser öffnen; dieses Fenster macht dann automatisch weiter.",
  proofProviderOpen:
    "Bitte im geöffneten Fenster anmelden. Dieses Fenster macht dann automatisch weiter.",
  proofNoWindow:
    "Der Browser hat das Fenster blockiert. Bitte Pop-ups für diese Seite erlauben und erneut versuchen.",
  proofDone: "Bestätigt. Sie können dieses Fenster schließen und im anderen weitermachen.",
  proofOther: "Andere Methode verwenden",

  error_NETWORK: "Es kam keine Antwort. Bitte die Verbindung prüfen und erneut versuchen.",
  error_SIGN_IN_REQUIRED: "Die Sitzung ist beendet. Bitte erneut anmelden.",
  error_SIGN_IN_REFUSED:
    "Die Bestätigung wurde abgelehnt. Sie ist vielleicht abgelaufen oder schon verwendet; bitte erneut versuchen.",
  error_FRESH_PROOF_REQUIRED: "Nichts wurde geändert. Bitte zuerst die Identität bestätigen.",
  error_IDENTITY_IN_USE:
    "Das gehört zu einem anderen Konto. Bitte zuerst dort anmelden und die Verknüpfung lösen.",
  error_PAYOUT_CHANGE_WAITS:
    "Eine Änderung der Wallet für Auszahlungen steht aus. Bitte zuerst auf der Partnerseite stoppen oder warten.",
  error_LAST_IDENTITY: "Das ist Ihre einzige Anmeldemethode. Bitte zuerst eine andere verknüpfen.",
  error_IDENTITY_NOT_FOUND: "Das ist mit diesem Konto nicht mehr verknüpft.",
  error_SESSION_NOT_FOUND: "Diese Sitzung ist bereits beendet.",
  error_KEY_NOT_FOUND:
    "Dieses Konto hat keinen solchen Schlüssel. Er ist vielleicht schon widerrufen.",
  error_KEY_IS_DEAD: "Der Schlüssel ist abgelaufen oder widerrufen. Bitte einen neuen anlegen.",
  error_TOO_MANY_KEYS: "Die Höchstzahl an Schlüsseln ist erreicht. Bitte zuerst einen widerrufen.",
  error_TOO_MANY_NOTES: "Die Höchstzahl an Notizen ist erreicht. Bitte zuerst eine löschen.",
  error_TOO_MANY_PRICE_ALERTS:
    "Die Höchstzahl an Preisalarmen ist erreicht. Bitte zuerst einen löschen.",
  error_ALERT_AT_MARK:
    "Der Markpreis steht gerade genau dort. Bitte einen Preis darüber oder darunter wählen.",
  error_PRICE_ALERT_NOT_FOUND: "Dieser Alarm hat ausgelöst oder wurde gelöscht.",
  error_NOTE_NOT_FOUND: "Diese Notiz wurde bereits gelöscht.",
  error_WALLET_REQUIRED: "Das braucht ein Konto mit einer Wallet. Bitte zuerst eine verknüpfen.",
  error_REFERRAL_NOT_FOUND: "Diese Geworbenen gibt es nicht.",
  error_NOT_A_PARTNER:
    "Dieses Konto nimmt noch nicht am Partnerprogramm teil. Bitte zuerst teilnehmen.",
  error_TOO_MANY_LINKS: "Die Höchstzahl an Links ist erreicht.",
  error_LINK_NOT_FOUND: "Diesen Link gibt es nicht.",
  error_CODE_TAKEN: "Dieser Code ist vergeben. Bitte einen anderen wählen.",
  error_REFERRAL_CODE_UNKNOWN: "Diesen Code hat kein Partner. Bitte die Schreibweise prüfen.",
  error_REFERRAL_CODE_OWN: "Das ist der eigene Code. Er ist für andere bestimmt.",
  error_ALREADY_REFERRED: "Dieses Konto hat schon einen Partner, und zwar lebenslang.",
  error_REFERRAL_TOO_LATE:
    "Ein Code kann nur in den 24 Stunden nach der Anmeldung eingegeben werden.",
  error_WEBHOOK_NOT_FOUND: "Diesen Webhook gibt es nicht mehr.",
  error_DELIVERY_NOT_FOUND:
    "Diese Zustellung gibt es nicht mehr: Zustellungen werden 30 Tage aufbewahrt.",
  error_DELIVERY_ENDED: "Diese Zustellung ist beendet. Bitte erneut senden.",
  error_LAST_SECRET: "Das ist das einzige Secret. Bitte zuerst ein weiteres hinzufügen.",
  error_TOO_MANY_SECRETS:
    "Dieser Webhook hat die Höchstzahl an Secrets. Bitte zuerst eines beenden.",
  error_TOO_MANY_WEBHOOKS: "Die Höchstzahl an Webhooks ist erreicht. Bitte zuerst einen löschen.",
  error_WEBHOOK_TARGET_REFUSED:
    "Diese Adresse wird abgelehnt. Bitte eine öffentliche https-Adresse verwenden.",
  error_WEBHOOK_PAUSED_BY_OPERATOR:
    "Der Betreiber des Dienstes hat Zustellungen an diese Adresse pausiert; nur er kann sie fortsetzen.",
  error_SANDBOX_UNREACHABLE: "Die Sandbox hat nicht geantwortet. Bitte erneut versuchen.",
  error_INVALID_TOKEN:
    "Der Link gilt nicht mehr: Er wurde verwendet, ist abgelaufen oder wurde in einem anderen Browser angefordert.",
  error_MAIL_NOT_SENT:
    "Die E-Mail konnte nicht gesendet werden. Bitte in einer Minute erneut versuchen.",
  error_IDENTITY_PROVIDER_UNREACHABLE:
    "Der Anbieter hat nicht geantwortet. Bitte erneut versuchen oder eine andere Methode verwenden.",
  error_RATE_LIMITED: "Zu viele Anfragen. Bitte in Kürze erneut versuchen.",
  error_RATE_LIMITED_seconds: "Zu viele Anfragen. In {seconds} s geht es wieder.",
  error_INTERNAL: "Auf dem Server ist etwas schiefgegangen. Bitte gleich erneut versuchen.",
  error_DRAINING: "Der Dienst startet neu. Bitte in einigen Sekunden erneut versuchen.",
  error_NOT_READY: "Der Dienst startet. Bitte in einigen Sekunden erneut versuchen.",
  error_INVALID_FIELD: "Ein Wert ist nicht gültig. {message}",
  error_PAGE_FAULT:
    "Der Server konnte die Anfrage nicht lesen ({code}). Das ist ein Fehler der Seite: bitte neu laden, und wenn er bleibt, den Code melden.",
  error_ACCOUNT_MISMATCH: "Ein anderes Konto ist angemeldet. Bitte die Seite neu laden.",
  error_NUMBER_TOO_LARGE: "Die Zahl ist zu groß. Bitte eine kleinere nehmen.",
  error_NOT_FOUND: "Das gibt es nicht mehr.",
};

export default messages;
