import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/trading/messages/en/trading-key.ts";

const messages: Translation<typeof english> = {
  title: "Ein-Klick-Handel",
  intro:
    "Ein Schlüssel in diesem Browser signiert die Orders, damit die Wallet nicht bei jeder fragt. Die Wallet bestätigt ihn einmal.",
  canTitle: "Er kann",
  canTrade: "Orders dieses Kontos platzieren, bearbeiten und stornieren",
  canUntil: "bis er abläuft oder angehalten wird",
  cannotTitle: "Er kann nicht",
  cannotMove: "Guthaben auszahlen oder übertragen oder weitere Schlüssel hinzufügen",
  cannotLeave: "diesen Browser verlassen: der Schlüssel ist nicht exportierbar",
  cannotOther: "für ein anderes Konto signieren",
  endsTitle: "Er endet",
  endsWhen: "mit seinem Ablauf, beim Abmelden oder nach {minutes} Minuten ohne Eingabe",
  endsHow:
    "„Jetzt anhalten“ löscht ihn in diesem Browser sofort; ein Widerruf beendet ihn auch am Handelsplatz, aus jedem Browser",
  risk: "Wer diesen Browser benutzt, solange der Schlüssel gilt, kann mit diesem Konto handeln.",
  memoryOnly:
    "Dieser Browser kann solche Schlüssel nicht sicher speichern. Der Schlüssel bleibt im Speicher dieses Tabs und endet mit ihm.",
  unavailable:
    "Diese Seite hat keine sichere Verbindung, darum kann der Browser keine Schlüssel erstellen. Bitte mit der Wallet signieren.",
  lifetime: "Gültig für",
  lifetime_1h: "1 Stunde",
  lifetime_24h: "24 Stunden",
  lifetime_7d: "7 Tage",
  idle: "Endet nach",
  idleMinutes: "{minutes} min",
  idleHint:
    "ohne Klick, Tastendruck oder Order. Der Schlüssel wird dann gelöscht; die Wallet kann einen neuen erstellen.",
  enable: "Handelsschlüssel erstellen",
  renew: "Neuen Schlüssel erstellen",
  needsWallet: "Bitte die Wallet verbinden und anmelden: Ihre Signatur bestätigt den Schlüssel.",
  needsVenueKey: "Bitte zuerst den Handel freischalten, mit einer Signatur im Orderticket.",
  wrapsMessages:
    "Eine Hardware-Wallet genehmigt den Schlüssel mit einem Memo: einer Transaktion, die nie gesendet wird. Orders selbst kann sie nicht signieren.",
  hardwareTrades:
    "Eine Hardware-Wallet handelt mit einem Handelsschlüssel: Sie genehmigt ihn einmal.",

  requestTitle: "Handelsschlüssel erstellen",
  requestSummary:
    "Die Wallet erlaubt einem Schlüssel dieses Browsers, für dieses Konto zu handeln. Sie fragt einmal; danach werden Orders ohne Rückfrage signiert.",
  revokeTitle: "Handelsschlüssel widerrufen",
  revokeSummary:
    "Der Schlüssel kann in keinem Browser mehr signieren. Seine offenen Orders werden storniert.",

  created: "Der Handelsschlüssel signiert jetzt die Orders, bis {time}.",
  notCreated: "Der Handelsschlüssel wurde nicht erstellt: {reason}",
  creationUnknown:
    "Der Handelsplatz hat nicht geantwortet und den Schlüssel vielleicht angenommen. Er wurde hier gelöscht und kann nicht signieren. Steht er in der Liste der Schlüssel, bitte widerrufen.",
  revoked: "Schlüssel widerrufen.",
  revokedOrders: {
    one: "Schlüssel widerrufen, {count} Order storniert.",
    other: "Schlüssel widerrufen, {count} Orders storniert.",
  },
  notRevoked: "Der Schlüssel wurde nicht widerrufen: {reason}",
  revocationUnknown:
    "Der Handelsplatz hat nicht geantwortet. Die Liste der Schlüssel zeigt, ob er widerrufen ist.",

  toldExpired: "Der Handelsschlüssel ist abgelaufen und gelöscht. Die Wallet signiert wieder.",
  toldIdle:
    "Der Handelsschlüssel wurde nach {minutes} Minuten ohne Eingabe gelöscht. Die Wallet signiert wieder.",
  toldRefused:
    "Der Handelsschlüssel wurde am Handelsplatz widerrufen und hier gelöscht. Die Wallet signiert wieder.",
  toldStopped: "Der Handelsschlüssel ist angehalten. Die Wallet signiert wieder.",
  notKept:
    "Der Schlüssel ist bestätigt, aber dieser Browser konnte ihn nicht speichern. Bitte unter „Schlüssel für den Handelsplatz“ widerrufen und erneut versuchen.",
  notStopped:
    "Der Schlüssel konnte nicht aus diesem Browser gelöscht werden und signiert weiter. Bitte erneut versuchen.",
  toldUnread:
    "Dieser Browser konnte den gespeicherten Handelsschlüssel nicht lesen. Die Wallet signiert.",
  toldGone: "Den Handelsschlüssel gibt es nicht mehr. Die Wallet signiert.",

  stateLive: "Ein-Klick an",
  stateNone: "Ein-Klick aus",
  stateExpired: "Ein-Klick abgelaufen",
  stateIdle: "Ein-Klick gestoppt: keine Eingabe",
  stateUnavailable: "Kein Ein-Klick in diesem Browser",
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
  noneToStop: "Es gibt keinen Handelsschlüssel zum Anhalten.",

  present: "Dieser Browser",
  listTitle: "Schlüssel, die für dieses Konto signieren dürfen",
  listEmpty: "Nur die Wallet darf für dieses Konto signieren.",
  listFailed: "Die Liste der Schlüssel konnte nicht geladen werden: {reason}",
  listLoading: "Schlüssel werden geladen …",
  thisBrowser: "dieser Browser",
  gone: "in diesem Browser angehalten; es gibt keine Kopie",
  lost: "Ein Browser wie dieser hat ihn erstellt, und dieser Browser hat keinen Schlüssel. Wenn er seine Daten gelöscht hat, wie Safari nach sieben Tagen, sollte der Schlüssel widerrufen werden.",
  label: "Name",
  createdAt: "Erstellt",
  unknownTime: "unbekannt",
  revokeNamed: "Schlüssel {label} widerrufen",
  revokeHint:
    "Ein Widerruf braucht eine Signatur der Wallet und storniert die offenen Orders des Schlüssels.",
  setupTitle: "Handel einrichten",
  setupIntro:
    "{wallet} fragt bei jedem offenen Schritt nach Ihrer Zustimmung. Kein Schritt bewegt Guthaben.",
  yourWallet: "Ihre Wallet",
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
