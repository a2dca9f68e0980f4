import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/vault/messages/en/vault.ts";

const messages: Translation<typeof english> = {
  title: "Tresor",
  intro:
    "Was der Tresor hält, lässt sich auf der Chain prüfen. Was der Handelsplatz gerade schuldet, ist seine eigene Angabe; jede Stunde lässt ein Reservennachweis jedes Konto seinen Teil prüfen.",
  none: "Dieser Dienst hat keinen Tresor auf einer Chain.",
  noneDetail: "Ein- und Auszahlungen sind hier nicht verfügbar.",
  unread: "Der Nachweis des Tresors ist derzeit nicht verfügbar.",
  unreadDetail: "Der Tresor selbst lässt sich weiterhin auf der Chain prüfen.",

  covered: "Der Tresor hält mindestens, was der Handelsplatz nach eigener Angabe schuldet.",
  deficit:
    "Der Tresor hält weniger, als der Handelsplatz nach eigener Angabe schuldet. Zahlungen sind gestoppt.",
  stopped: "Zahlungen sind gestoppt, bis genügend Unterzeichner erreichbar sind.",
  old: "Diese Zahlen sind veraltet: Der Nachweis des Tresors konnte nicht aktualisiert werden.",
  network: "Netzwerk",
  simulatedHelp: "Eine simulierte Chain. Ihre Token haben keinen Wert.",

  figures: "Zahlen",
  balance: "Im Tresor",
  balanceHelp: "Endgültig auf der Chain",
  liabilities: "Vom Handelsplatz geschuldet",
  liabilitiesHelp: "Angabe des Handelsplatzes: Einzahlungen minus gezahlte Auszahlungen",
  reserved: "Darin laufende Auszahlungen",
  unattributed: "Keinem Konto gutgeschrieben",
  unattributedHelp: "Ohne Memo oder weniger als 1 USDC eingezahlt",
  difference: "Überschuss",
  differenceHelp: "Im Tresor minus geschuldet",
  slot: "Endgültiger Slot",
  readAt: "Aktualisiert",
  age: { one: "{time} UTC, {count} Sekunde alt", other: "{time} UTC, {count} Sekunden alt" },
  picture: "{balance} USDC im Tresor, {liabilities} USDC geschuldet",

  reserves: "Reservennachweis",
  reservesIntro:
    "Jede Stunde gibt der Handelsplatz in einem Baum von Summen an, was er jedem Konto schuldet. Die Chain bewahrt die Wurzel dieses Baums auf, zusammen mit dem damaligen Bestand des Tresors.",
  noReserves: "Noch ist kein Nachweis veröffentlicht. Jede Stunde entsteht einer.",
  reservesShort: "Bei diesem Nachweis hielt der Tresor weniger als die geschuldete Summe.",
  reservesOwed: "Geschuldete Summe in diesem Nachweis",
  reservesHeld: "Im Tresor bei diesem Nachweis",
  reservesAccounts: "Konten in der Summe",
  reservesTime: "Stand der Guthaben",
  reservesSlot: "Slot der Verankerung",
  belowZero: "Konten unter null, als null gezählt",
  reservesRoot: "Wurzel",
  reservesKey: "Schlüssel des Handelsplatzes, der ihn signiert hat",
  anchor: "Die Verankerung auf der Chain",
  ownLeaf: "Ihr Blatt",
  leafSignedOut: "Bitte mit der Wallet anmelden, um das eigene Blatt zu finden.",
  leafUnread: "Das Blatt ist derzeit nicht verfügbar.",
  noLeaf:
    "Der Handelsplatz kannte dieses Konto bei diesem Nachweis nicht. Hatte es damals ein Guthaben, dann fehlt es im Nachweis.",
  leafBalance: "Guthaben, ohne unrealisierten Gewinn und Verlust",
  leafPositions: "Wert der Positionen bei Schließung zum Markpreis",
  downloadLeaf: "Blatt speichern",
  getVerifier: "Das Prüfprogramm laden, eine Datei ohne Abhängigkeiten",
  runVerifier: "Das gespeicherte Blatt prüfen",
  proves: "Was sich prüfen lässt",
  provesLeaf: "Das eigene Guthaben ist Teil der Summe: Das Blatt führt zur Wurzel.",
  provesSum:
    "Die Chain nennt diese Wurzel und diese Summe, und der Tresor hielt in jenem Slot mindestens diese Summe.",
  provesNot:
    "Nicht geprüft: die eigenen Summen des Handelsplatzes, Einzahlungen ohne Konto und der Wert der Positionen. Das sind Angaben des Handelsplatzes und der Verwahrung, und die Markpreise sind die des Handelsplatzes.",
  provesOthers:
    "Nur der Inhaber eines Kontos kann prüfen, dass es weder fehlt noch zu niedrig angegeben ist. Schulden außerhalb des Handelsplatzes sind nicht Teil des Nachweises.",

  signers: "Wer signiert",
  signersIntro: {
    one: "{count} dieser Schlüssel muss jede Zahlung signieren.",
    other: "{count} dieser Schlüssel müssen jede Zahlung signieren.",
  },
  signer: "Unterzeichner",
  key: "Schlüssel",
  reachable: "Erreichbar",
  away: "Nicht erreichbar",
  isSimulated: "simuliert",
  trust: "Worauf Sie vertrauen",
  trustService:
    "Der Dienst hat keinen dieser Schlüssel und kann das Guthaben des Tresors nicht bewegen. Er schlägt Zahlungen vor und könnte eine verzögern.",
  trustSigners:
    "Jeder Unterzeichner prüft die Signatur des Inhabers, den Empfänger, den Betrag und eine Tagesgrenze. Er prüft auch, dass jede gutgeschriebene Einzahlung auf der Chain ist und der Tresor deckt, was der Handelsplatz zu schulden angibt.",
  trustTwo:
    "Zwei Unterzeichner gemeinsam sind Verwahrer: Sie könnten das Guthaben des Tresors bewegen.",
  trustPool:
    "Die Margin liegt in einem Topf: Alle Einzahlungen sind auf einem Konto, und der Gewinn eines Kontos ist der Verlust anderer.",

  check: "Selbst prüfen",
  checkIntro:
    "Den ersten Befehl beantwortet jeder Knoten des Netzwerks. Den zweiten nur dieser Dienst: Diese Zahl ist seine eigene Angabe bis zum nächsten Reservennachweis.",
  checkBalance: "Die Chain nach dem Bestand des Tresors fragen",
  checkOwed: "Den Dienst fragen, was er nach eigener Angabe schuldet",
  vaultAccount: "Der Tresor auf der Chain",
  multisig: "Das Multisig, dem er gehört",
};

export default messages;
