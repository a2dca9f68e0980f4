import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  title: "Ein-Klick-Handel",
  intro:
    "Ein Schlüssel, den dieser Browser verwahrt, signiert die Orders, damit die Wallet nicht für jede gefragt wird. Die Wallet bestätigt ihn einmal.",
  canTitle: "Er kann",
  canTrade: "Orders dieses Kontos aufgeben, ändern und stornieren",
  canUntil: "bis seine Zeit abläuft oder er angehalten wird",
  cannotTitle: "Er kann nicht",
  cannotMove: "Guthaben auszahlen oder übertragen oder weitere Schlüssel zulassen",
  cannotLeave: "diesen Browser verlassen: der Schlüssel ist nicht exportierbar",
  cannotOther: "für ein anderes Konto signieren",
  endsTitle: "Er endet",
  endsWhen: "mit seinem Ablauf, beim Abmelden oder nach {minutes} Minuten ohne Eingabe",
  endsHow:
    "„Jetzt anhalten“ löscht ihn hier sofort; ein Widerruf beendet ihn auch am Handelsplatz, aus jedem Browser",
  risk: "Wer diesen Browser benutzt, solange der Schlüssel gilt, kann mit diesem Konto handeln.",
  memoryOnly:
    "Dieser Browser kann solche Schlüssel nicht sicher verwahren; er lebt im Speicher dieses Tabs und endet mit ihm.",
  unavailable:
    "Diese Seite hat keine sichere Verbindung, darum kann der Browser keine Schlüssel erstellen. Es signiert die Wallet.",
  lifetime: "Gültig für",
  lifetime_1h: "1 Stunde",
  lifetime_24h: "24 Stunden",
  lifetime_7d: "7 Tage",
  idle: "Endet nach",
  idleMinutes: "{minutes} min",
  idleHint:
    "ohne Klick, Tastendruck oder Order. Der Schlüssel wird dann gelöscht; mit der Wallet lässt sich ein neuer erstellen.",
  enable: "Mit der Wallet erstellen",
  renew: "Einen neuen erstellen",
  close: "Schließen",
  needsWallet: "Bitte die Wallet verbinden und anmelden: ihre Signatur lässt den Schlüssel zu.",
  needsVenueKey: "Bitte zuerst den Handel freischalten: eine Signatur, im Orderticket.",
  wrapsMessages:
    "Eine Wallet, die keine reinen Nachrichten signieren kann, wie die meisten Hardware-Wallets, kann hier weder Orders signieren noch einen Handelsschlüssel zulassen.",

  requestTitle: "Handelsschlüssel erstellen",
  requestSummary:
    "Die Wallet lässt einen Schlüssel dieses Browsers für dieses Konto handeln. Sie wird einmal gefragt; danach werden Orders ohne Rückfrage signiert.",
  revokeTitle: "Handelsschlüssel widerrufen",
  revokeSummary:
    "Der Schlüssel kann nichts mehr signieren, in welchem Browser er auch ist. Seine offenen Orders werden storniert.",

  created: "Orders signiert jetzt der Handelsschlüssel, bis {time}.",
  notCreated: "Der Handelsschlüssel wurde nicht erstellt: {reason}",
  creationUnknown:
    "Es kam keine Antwort: ob der Handelsplatz den Schlüssel zugelassen hat, ist nicht bekannt. Er wurde hier gelöscht und kann nichts signieren. Steht er in der Liste der Schlüssel, bitte widerrufen.",
  revoked: "Der Schlüssel ist widerrufen.",
  revokedOrders: {
    one: "Der Schlüssel ist widerrufen und mit ihm {count} Order storniert.",
    other: "Der Schlüssel ist widerrufen und mit ihm {count} Orders storniert.",
  },
  notRevoked: "Der Schlüssel wurde nicht widerrufen: {reason}",
  revocationUnknown: "Es kam keine Antwort: die Liste der Schlüssel zeigt, ob er widerrufen ist.",

  toldExpired: "Der Handelsschlüssel ist abgelaufen und gelöscht. Es signiert wieder die Wallet.",
  toldIdle:
    "Der Handelsschlüssel wurde nach {minutes} Minuten ohne Eingabe gelöscht. Es signiert wieder die Wallet.",
  toldRefused:
    "Der Handelsplatz nimmt den Handelsschlüssel nicht mehr an: er wurde widerrufen. Er ist hier gelöscht. Es signiert wieder die Wallet.",
  toldStopped: "Der Handelsschlüssel ist angehalten. Es signiert wieder die Wallet.",
  notKept:
    "Der Schlüssel ist zugelassen, aber dieser Browser konnte ihn nicht speichern. Bitte unter „Schlüssel für den Handelsplatz“ widerrufen und erneut versuchen.",
  notStopped:
    "Der Schlüssel konnte nicht aus diesem Browser gelöscht werden und signiert weiter. Bitte erneut versuchen.",
  toldUnread:
    "Dieser Browser konnte den gespeicherten Handelsschlüssel nicht lesen. Es signiert die Wallet.",
  toldGone: "Es gibt keinen Handelsschlüssel mehr. Es signiert die Wallet.",

  stateLive: "Ein-Klick-Handel an",
  stateNone: "Ein-Klick-Handel aus",
  stateExpired: "Ein-Klick-Handel abgelaufen",
  stateIdle: "Ein-Klick-Handel gestoppt: keine Eingabe",
  stateUnavailable: "Kein Ein-Klick-Handel in diesem Browser",
  timeLeft: "noch {time}",
  idleLeft: "endet ohne Eingabe in {time}",
  days: "{days} T {hours} h",
  hours: "{hours} h {minutes} min",
  minutes: "{minutes} min",
  underMinute: "unter 1 min",
  stopNow: "Jetzt anhalten",
  turnOn: "Einschalten",
  settings: "Einstellungen des Ein-Klick-Handels",
  commandOpen: "Ein-Klick-Handel …",
  commandStop: "Handelsschlüssel jetzt anhalten",
  noneToStop: "Es gibt keinen Handelsschlüssel, der anzuhalten wäre.",

  present: "Dieser Browser",
  listTitle: "Schlüssel, die für dieses Konto signieren dürfen",
  listEmpty: "Kein anderer Schlüssel darf für dieses Konto signieren, nur seine Wallet.",
  listFailed: "Die Liste der Schlüssel konnte nicht gelesen werden: {reason}",
  listRetry: "Erneut versuchen",
  listLoading: "Schlüssel werden gelesen …",
  thisBrowser: "dieser Browser",
  gone: "in diesem Browser beendet: es gibt keine Kopie",
  label: "Name",
  createdAt: "Erstellt",
  expiresAt: "Läuft ab",
  unknownTime: "nicht bekannt",
  revoke: "Widerrufen",
  revokeNamed: "Schlüssel {label} widerrufen",
  revokeHint:
    "Ein Widerruf braucht eine Signatur der Wallet und storniert die offenen Orders des Schlüssels.",
  setupTitle: "Handel einrichten",
  setupIntro:
    "{wallet} fragt bei jedem offenen Schritt nach Ihrer Zustimmung. Kein Schritt bewegt Guthaben.",
  yourWallet: "Ihre Wallet",
  setupSignedIn: "Anmelden",
  setupEnable: "Handel aktivieren",
  setupEnableText: "Erlaubt dieser Seite, von Ihnen signierte Orders weiterzugeben.",
  setupOneClick: "Ein-Klick-Handel (empfohlen)",
  setupOneClickText:
    "Ein Schlüssel in diesem Browser signiert Ihre Orders, sodass die Wallet nicht jedes Mal fragt. Er kann handeln, aber nie abheben.",
  setupOneClickOn: "Ein-Klick-Handel einschalten",
  setupFunds: "Guthaben",
  setupFundsText: "Dieser Markt ist simuliert: Ein leeres Konto erhält 10.000 simulierte USDC.",
  setupContinue: "Weiter",
  setupLater: "Später",
  setupDone: "(erledigt)",
};

export default messages;
