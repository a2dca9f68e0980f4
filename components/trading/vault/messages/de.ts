import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  title: "Tresor",
  intro:
    "Was der Tresor hält, was der Handelsplatz schuldet und wer darüber verfügen kann. Jede Zahl lässt sich ohne diesen Dienst prüfen.",
  none: "Dieser Dienst hat keinen Tresor auf einer Chain.",
  noneDetail: "Ein- und Auszahlungen sind hier nicht verfügbar.",
  unread: "Der Nachweis des Tresors ist derzeit nicht lesbar.",
  unreadDetail: "Der Tresor selbst lässt sich weiterhin auf der Chain prüfen.",
  refresh: "Neu lesen",

  covered: "Der Tresor deckt alles, was der Handelsplatz schuldet.",
  deficit: "Der Tresor hält weniger, als der Handelsplatz schuldet. Zahlungen sind gestoppt.",
  stopped: "Zahlungen sind gestoppt, bis genügend Unterzeichner erreichbar sind.",
  old: "Diese Zahlen sind veraltet: Der Nachweis ist derzeit nicht erneut lesbar.",
  network: "Netzwerk",
  simulated: "Simuliert",
  simulatedHelp: "Eine simulierte Chain. Ihre Token haben keinen Wert.",

  figures: "Zahlen",
  balance: "Im Tresor",
  balanceHelp: "Endgültig auf der Chain",
  liabilities: "Vom Handelsplatz geschuldet",
  liabilitiesHelp: "Einzahlungen abzüglich bezahlter Auszahlungen",
  reserved: "Davon Auszahlungen unterwegs",
  unattributed: "Gehört zu keinem Konto",
  unattributedHelp: "Ohne Memo oder weniger als 1 USDC eingezahlt",
  difference: "Differenz",
  differenceHelp: "Im Tresor abzüglich geschuldet",
  slot: "Endgültiger Slot",
  readAt: "Gelesen",
  age: { one: "{time} UTC, {count} Sekunde alt", other: "{time} UTC, {count} Sekunden alt" },
  picture: "{balance} USDC im Tresor, {liabilities} USDC geschuldet",

  signers: "Wer signiert",
  signersIntro: {
    one: "{count} dieser Schlüssel muss jede Zahlung signieren.",
    other: "{count} dieser Schlüssel müssen jede Zahlung gemeinsam signieren.",
  },
  signer: "Unterzeichner",
  key: "Schlüssel",
  state: "Zustand",
  reachable: "Erreichbar",
  away: "Nicht erreichbar",
  isSimulated: "simuliert",
  trust: "Worauf zu vertrauen ist",
  trustService:
    "Der Dienst hat keinen dieser Schlüssel und kann über den Tresor nicht verfügen. Er schlägt Zahlungen vor und könnte eine verzögern.",
  trustSigners:
    "Jeder Unterzeichner prüft selbst: die Signatur des Inhabers, dass die Zahlung an ihn geht, den Betrag, eine Tagesgrenze, dass jede gutgeschriebene Einzahlung auf der Chain ist und dass der Tresor das Geschuldete deckt.",
  trustTwo: "Zwei Unterzeichner gemeinsam sind Verwahrer: Sie könnten über den Tresor verfügen.",
  trustPool:
    "Die Margin liegt zusammen: Alle Einzahlungen sind auf einem Konto, und der Gewinn eines Kontos ist der Verlust anderer.",

  check: "Selbst prüfen",
  checkIntro: "Zwei Befehle. Die erste Antwort gibt auch jeder andere Knoten des Netzwerks.",
  checkBalance: "Die Chain nach dem Bestand des Tresors fragen",
  checkOwed: "Den Dienst fragen, was er schuldet",
  vaultAccount: "Der Tresor auf der Chain",
  multisig: "Das Multisig, dem er gehört",
};

export default messages;
