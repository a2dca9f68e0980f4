import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/partner/messages/en/partner-link.ts";

const messages: Translation<typeof english> = {
  joinTitle: "An den Gebühren der Geworbenen mitverdienen",
  joinIntro:
    "Einen Link teilen: Wer sich damit anmeldet, zahlt lebenslang {discount} % weniger Handelsgebühren, und der Partner verdient {least} % bis {most} % jeder dieser Gebühren.",
  levelsTitle: "Die sechs Stufen",
  levelsText:
    "Die Stufe hängt von den Gebühren ab, die Geworbene in den letzten 30 Tagen gezahlt haben. Sie steigt, sobald der Betrag erreicht ist.",
  level: "Stufe",
  levelFrom: "Geworbene Gebühren in 30 Tagen",
  levelShare: "Anteil",
  levelExample: "Von {fee} USD an Gebühren",
  stepsTitle: "In drei Schritten",
  stepShare: "Anmelden, einen Code wählen und den Link teilen. Die Teilnahme kostet nichts.",
  stepSignUp:
    "Wer den Link öffnet und sich innerhalb von 90 Tagen anmeldet, ist dauerhaft geworben und zahlt lebenslang {discount} % weniger Gebühren.",
  stepEarn: "Jede dieser Gebühren bringt vom ersten Handel an den Anteil der eigenen Stufe.",
  payTitle: "Wann ausgezahlt wird",
  signInToJoin: "Anmelden und teilnehmen",
  toPartner: "Zur Partnerseite",
  howItWorks: "So funktioniert das Programm",
  fromAmount: "ab {amount} USD",
  rulesTitle: "So funktioniert es",
  ruleProducts:
    "Perps, Swaps und Prognosen zahlen auf jeder Stufe denselben Anteil. Copy-Trading zählt zu den Perps.",
  ruleRate:
    "Jede Gebühr zahlt den Anteil der Stufe, die vor ihr galt. Zu jeder Gebühr lässt sich der Grund nachsehen.",
  ruleExact:
    "Der Verdienst ist bis auf die letzte Stelle genau. Auszahlungen werden auf 0,000001 USDC abgerundet, der Rest bleibt für die nächste.",
  rulePaid:
    "Ausgezahlt wird in USDC an eine Wallet dieses Kontos. Jede Transaktion ist hier zu sehen, jede Abrechnung lässt sich prüfen.",
  ruleSelf:
    "Eigene Konten zählen nicht. Geprüft werden verknüpfte Wallets und die Wallet für Auszahlungen, der Browser jeder Anmeldung, und ob eine eigene Wallet die neue bezahlt hat.",
  ruleReview:
    "Eine Anmeldung, die wie die eigene aussieht, wird bis zu einer Prüfung zurückgehalten. Sie verdient weiter und wird ausgezahlt, sobald sie angenommen ist.",

  code: "Code",
  codeHint:
    "3 bis 24 Kleinbuchstaben, Ziffern und Bindestriche. Nach der Teilnahme bleibt er, wie er ist.",
  codeFree: "Der Link wird {link}",
  codeShort: "Mindestens 3 Zeichen.",
  codeLong: "Höchstens 24 Zeichen.",
  codeSigns: "Nur die Buchstaben a bis z, Ziffern und Bindestriche.",
  codeEdge: "Ein Bindestrich kann nicht am Anfang oder Ende stehen.",
  codeTaken: "Diesen Code hat schon jemand.",
  takeInstead: "{code} nehmen",
  suggest: "Anderen vorschlagen",
  join: "Am Programm teilnehmen",
  joining: "Einen Moment…",
  confirmTitle: "Mit dem Code {code} teilnehmen?",
  confirmText:
    "Dieser Code lässt sich später nicht ändern. Nach der Teilnahme lassen sich weitere Links mit anderen Codes anlegen.",
  confirm: "Mit diesem Code teilnehmen",
  otherCode: "Anderen Code wählen",
  joined: "Dieses Konto ist jetzt Partner. Bitte den Link teilen.",

  linkTitle: "Empfehlungslink",
  linkText:
    "Wer sich innerhalb von 90 Tagen nach dem Öffnen anmeldet, ist dauerhaft geworben und zahlt lebenslang {discount} % weniger Gebühren.",
  link: "Empfehlungslink",
  codeIs: "Code {code}",
  allLinks: "Alle Links und ihre Ergebnisse",
  loadingLinks: "Links werden gelesen",
  linkName: "Link",
  firstLink: "Erster Link",
  clicks: "Klicks",
  sign_ups: "Anmeldungen",
  traders: "Handelnde",
  conversion: "Konversion",
  fees: "Gebühren",
  earned: "Verdient",
  withoutLink: "Ohne Link (importiert)",
  tagHint:
    "Jeder Link nimmt eine Sub-ID oder UTM-Parameter an; sie stehen bei jeder Empfehlung, die sich anmeldet.",
  clicksHint:
    "Ein Browser zählt am Tag (UTC) einmal je Link. Konversion: Anmeldungen nach einem Klick, geteilt durch Klicks.",
  mostLinks: "Es gibt schon {most} Links, mehr sind nicht möglich.",
  newLinkName: "Name eines neuen Links",
  newLinkCode: "Code (optional)",
  addLink: "Link hinzufügen",
  shareBy: "Auf {name} teilen",
  byMail: "Per E-Mail teilen",
  qr: "QR-Code",
  cardTitle: "Bild zum Teilen",
  cardAlt: "Bild mit dem englischen Text: svc, {discount}% off fees, for life, {link}",
  cardFailed: "Das Bild konnte nicht geladen werden.",
  copyImage: "Bild kopieren",
  downloadImage: "Bild herunterladen",
  imageCopied: "Das Bild ist in der Zwischenablage.",
  imageNotCopied:
    "Der Browser hat das Bild nicht angenommen. Es lässt sich stattdessen herunterladen.",
  shareText: "Lebenslang {discount} % weniger Handelsgebühren:",
  notShared: "Das Teilen hat nicht funktioniert. Der Link lässt sich stattdessen kopieren.",

  qrTitle: "QR-Code des Links",
  qrText: "Er öffnet {link}",
  qrName: "QR-Code, der {link} öffnet",
  asPng: "PNG herunterladen",
  asSvg: "SVG herunterladen",
};

export default messages;
