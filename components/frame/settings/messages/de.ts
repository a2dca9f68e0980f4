import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  pages: "Seiten der Einstellungen",
  skipPages: "Liste der Seiten überspringen",
  groupAccount: "Konto",
  groupAssistants: "Assistenten",
  groupKeys: "Schlüssel und API",
  groupSwaps: "Swaps und Punkte",
  signIn: "Anmeldung",
  waysIn: "Wege der Anmeldung",
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
  connectAssistant: "Assistent verbinden",
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
  accountSettings: "Kontoeinstellungen",
  signOut: "Abmelden",
  notSignedOut:
    "Der Server hat nicht geantwortet: Die Anmeldung besteht noch. Bitte erneut versuchen.",
  signedOut: "Hier ist niemand angemeldet.",
  signedOutDetail:
    "Diese Seite zeigt, was zu einem Konto gehört. Nach der Anmeldung geht es hier weiter.",
  sessionEnded: "Die Sitzung ist beendet.",
  sessionEndedDetail:
    "Sie ist abgelaufen oder wurde von einem anderen Gerät aus beendet. Nach der Anmeldung geht es hier weiter.",
  tryAgain: "Erneut versuchen",
  isOld: "Zu sehen ist der Stand der letzten gelungenen Abfrage.",
  leaveIt: "Abbrechen",
  oneMoment: "Einen Moment…",
  loading: "Wird geladen",
  copy: "Kopieren",
  copied: "Kopiert",
  copyOf: "{what} kopieren",

  proofTitle: "Identität bestätigen",
  proofText:
    "Dieser Schritt braucht einen Nachweis, der höchstens zehn Minuten alt ist. Bitte einen der Wege der Anmeldung nutzen; danach geht es von selbst weiter.",
  proofWays: "Eigene Wege der Anmeldung",
  proofByAnyWallet: "Mit einer Wallet dieses Kontos",
  proofByMail: "Mit einem Link an {address}",
  proofByProvider: "Mit {name}",
  proofMailHint:
    "Er gilt einmal und 15 Minuten lang. Bitte in diesem Browser öffnen; dieses Fenster macht dann von selbst weiter.",
  proofProviderOpen:
    "Bitte im geöffneten Fenster anmelden. Dieses Fenster macht dann von selbst weiter.",
  proofNoWindow:
    "Der Browser hat das Fenster blockiert. Bitte Pop-ups für diese Seite erlauben und erneut versuchen.",
  proofDone: "Bestätigt. Dieses Fenster kann geschlossen werden; im anderen geht es weiter.",
  proofOther: "Anderer Weg",

  error_NETWORK: "Es kam keine Antwort. Bitte die Verbindung prüfen und erneut versuchen.",
  error_SIGN_IN_REQUIRED: "Die Sitzung ist beendet. Bitte erneut anmelden.",
  error_SIGN_IN_REFUSED:
    "Der Nachweis wurde abgelehnt. Er ist vielleicht zu alt oder schon verwendet; bitte erneut versuchen.",
  error_FRESH_PROOF_REQUIRED: "Nichts wurde geändert. Bitte zuerst die Identität bestätigen.",
  error_IDENTITY_IN_USE:
    "Das gehört zu einem anderen Konto. Bitte zuerst dort anmelden und die Verknüpfung lösen.",
  error_LAST_IDENTITY:
    "Das ist der einzige Weg der Anmeldung. Bitte zuerst einen anderen verknüpfen.",
  error_IDENTITY_NOT_FOUND: "Das ist mit diesem Konto nicht mehr verknüpft.",
  error_SESSION_NOT_FOUND: "Diese Sitzung ist bereits beendet.",
  error_KEY_NOT_FOUND:
    "Dieses Konto hat keinen solchen Schlüssel. Er ist vielleicht schon widerrufen.",
  error_KEY_IS_DEAD: "Der Schlüssel ist abgelaufen oder widerrufen. Bitte einen neuen anlegen.",
  error_TOO_MANY_KEYS:
    "Das Konto hat so viele Schlüssel, wie es haben darf. Bitte zuerst einen widerrufen.",
  error_TOO_MANY_NOTES:
    "Das Konto hat so viele Notizen, wie es haben darf. Bitte zuerst eine löschen.",
  error_NOTE_NOT_FOUND: "Diese Notiz wurde bereits gelöscht.",
  error_WALLET_REQUIRED: "Das braucht ein Konto mit einer Wallet. Bitte zuerst eine verknüpfen.",
  error_REFERRAL_NOT_FOUND: "Unter den Geworbenen dieses Kontos gibt es diese Kennung nicht.",
  error_NOT_A_PARTNER:
    "Dieses Konto nimmt noch nicht am Partnerprogramm teil. Bitte zuerst teilnehmen.",
  error_TOO_MANY_LINKS: "Mehr Links sind nicht möglich.",
  error_LINK_NOT_FOUND: "Diesen Link gibt es nicht.",
  error_CODE_TAKEN: "Dieser Code ist vergeben. Bitte einen anderen wählen.",
  error_WEBHOOK_NOT_FOUND: "Diesen Webhook gibt es nicht mehr.",
  error_DELIVERY_NOT_FOUND:
    "Diese Zustellung gibt es nicht mehr: Zustellungen werden 30 Tage aufbewahrt.",
  error_DELIVERY_ENDED: "Diese Zustellung ist inzwischen beendet. Sie lässt sich erneut senden.",
  error_LAST_SECRET: "Das ist das einzige Secret. Bitte zuerst ein weiteres hinzufügen.",
  error_TOO_MANY_SECRETS:
    "Dieser Webhook hat die Höchstzahl an Secrets. Bitte zuerst eines beenden.",
  error_TOO_MANY_WEBHOOKS: "Die Höchstzahl an Webhooks ist erreicht. Bitte zuerst einen löschen.",
  error_WEBHOOK_TARGET_REFUSED:
    "Diese Adresse wird abgelehnt. Bitte eine öffentliche https-Adresse verwenden.",
  error_WEBHOOK_PAUSED_BY_OPERATOR:
    "Der Betreiber des Dienstes hat ihn pausiert und kann allein ihn fortsetzen.",
  error_SANDBOX_UNREACHABLE: "Die Sandbox hat nicht geantwortet. Bitte erneut versuchen.",
  error_INVALID_TOKEN:
    "Der Link gilt nicht mehr: Er wurde verwendet, ist zu alt oder wurde in einem anderen Browser angefordert.",
  error_MAIL_NOT_SENT:
    "Die E-Mail konnte nicht gesendet werden. Bitte in einer Minute erneut versuchen.",
  error_IDENTITY_PROVIDER_UNREACHABLE:
    "Der Anbieter hat nicht geantwortet. Bitte erneut versuchen oder einen anderen Weg nehmen.",
  error_RATE_LIMITED: "Zu viele Anfragen. Bitte in Kürze erneut versuchen.",
  error_RATE_LIMITED_seconds: "Zu viele Anfragen. In {seconds} s geht es wieder.",
  error_INTERNAL: "Auf dem Server ist etwas schiefgegangen. Bitte gleich erneut versuchen.",
  error_DRAINING: "Der Dienst startet neu. Bitte in einigen Sekunden erneut versuchen.",
  error_NOT_READY: "Der Dienst startet. Bitte in einigen Sekunden erneut versuchen.",
  error_NOT_FOUND: "Das ist nicht mehr da.",
};

export default messages;
