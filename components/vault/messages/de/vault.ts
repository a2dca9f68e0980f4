import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/vault/messages/en/vault.ts";

const messages: Translation<typeof english> = {
  title: "Tresor",
  intro:
    "Was der Tresor hält, lässt sich auf der Chain prüfen. Was der Handelsplatz schuldet, ist seine eigene Angabe.",
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
    "Den ersten Befehl beantwortet jeder Knoten des Netzwerks. Den zweiten nur dieser Dienst, und ob Ihr Guthaben darin enthalten ist, lässt sich nicht prüfen.",
  checkBalance: "Die Chain nach dem Bestand des Tresors fragen",
  checkOwed: "Den Dienst fragen, was er nach eigener Angabe schuldet",
  vaultAccount: "Der Tresor auf der Chain",
  multisig: "Das Multisig, dem er gehört",
};

export default messages;
