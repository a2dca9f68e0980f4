/**
 * The texts of the PDF statement. The fonts that every PDF reader has cannot show Arabic letters, so that an Arabic page gets the
 * English statement.
 */
import { groupedDecimal } from "./_grouped-decimal.ts";

export const STATEMENT_LANGUAGES = ["en", "de", "ar"] as const;
export type StatementLanguage = (typeof STATEMENT_LANGUAGES)[number];

const EN = {
  lang: "en-GB",
  marks: { group: ",", point: "." },
  title: "Partner statement",
  noRows: "none in this period",
  rowsOf: (from: number, to: number) => `${from} to ${to} of the ledger`,
  partner: "Partner",
  payee: "Payee",
  taxId: "Tax ID",
  period: "Period",
  rows: "Rows",
  snapshot: "Snapshot",
  snapshotAt: (time: string, tz: string, seq: number) => `${time} (${tz}), row ${seq}`,
  level: "Level at snapshot",
  levelOf: (level: number, share: number, fees: string) =>
    `${level} (${share}% of fees): USD ${fees} of referred fees in the 720 h before`,
  simulated:
    "Some rows of this ledger are simulated. They are marked in the files and are not real money.",
  balances: "Balances (USD)",
  opening: "Opening",
  change: "Change",
  closing: "Closing",
  accrued: "Accrued",
  paid: "Paid",
  inTransit: "In transit",
  pending: "Pending",
  sum: (accrued: string, paid: string, transit: string, pending: string) =>
    `accrued = paid + in transit + pending: ${accrued} = ${paid} + ${transit} + ${pending}`,
  fees: "Fees (USD)",
  earned: "Earned (USD)",
  counted: "Fees counted",
  byProduct: "Earnings by product",
  perp: "Perpetuals",
  swap: "Swaps",
  prediction: "Predictions",
  copy: "   of which copy trading",
  total: "Total",
  byReferral: "Earnings by referral",
  noFee: "No referral had a fee in this period.",
  others: "All others",
  referral: "Referral",
  payouts: "Payouts created in this period",
  none: "None.",
  created: "Created",
  payout: "Payout",
  state: "State",
  amount: "Amount (USDC)",
  states: { created: "created", submitted: "submitted", confirmed: "confirmed", failed: "failed" },
  newest: (most: number) => `Only the newest ${most} are listed. The CSV file has all.`,
  moved: (created: string, paid: string, returned: string) =>
    `In this period: USD ${created} created, ${paid} paid, ${returned} returned from failed payments.`,
  to: (recipient: string, network: string) => `to ${recipient} on ${network}`,
  slot: (slot: number) => `, slot ${slot}`,
  isSimulated: ", simulated",
  chain: "Hash chain",
  chainText:
    "The hash of each row is the SHA-256 of the hash of the row before, a line feed, and the text of the row. Anyone with the rows can " +
    "recompute the chain. If you noted the last hash, you can tell that no row was changed, removed or inserted.",
  before: (seq: number) => `Before the period, after row ${seq}`,
  end: (seq: number) => `At the end of the period, after row ${seq}`,
  head: (seq: number) => `Head of the ledger, after row ${seq}`,
  check: "How to check this statement",
  download:
    "Download the same statement as CSV or JSON, and the program, which needs only Node.js 18 or later:",
  checks:
    "It recomputes every hash, every share of a fee, the level behind each rate and all balances, and names the first wrong row. " +
    "With the keys it also checks that the service signed the statement. Take the keys from the service, not from the sender of the file.",
  unsigned:
    "This PDF is not signed: compare its figures with those of the checked file. Signature of the statement, also in the files (JWS, EdDSA):",
  foot: (code: string, seq: number, at: string) =>
    `svc partner statement, ${code}, row ${seq} of the ledger, ${at}`,
  page: (page: number, count: number) => `Page ${page} of ${count}`,
};

export type StatementTexts = typeof EN;

const DE: StatementTexts = {
  lang: "de-DE",
  marks: { group: ".", point: "," },
  title: "Partnerabrechnung",
  noRows: "keine in diesem Zeitraum",
  rowsOf: (from, to) => `${from} bis ${to} des Kontobuchs`,
  partner: "Partner",
  payee: "Empfänger",
  taxId: "Steuernummer",
  period: "Zeitraum",
  rows: "Zeilen",
  snapshot: "Stand",
  snapshotAt: (time, tz, seq) => `${time} (${tz}), Zeile ${seq}`,
  level: "Stufe zum Stand",
  levelOf: (level, share, fees) =>
    `${level} (${share} % der Gebühren): ${fees} USD geworbene Gebühren in den 720 h davor`,
  simulated:
    "Einige Zeilen dieses Kontobuchs sind simuliert. Sie sind in den Dateien gekennzeichnet und kein echtes Geld.",
  balances: "Salden (USD)",
  opening: "Anfang",
  change: "Änderung",
  closing: "Ende",
  accrued: "Verdient",
  paid: "Ausgezahlt",
  inTransit: "Unterwegs",
  pending: "Offen",
  sum: (accrued, paid, transit, pending) =>
    `verdient = ausgezahlt + unterwegs + offen: ${accrued} = ${paid} + ${transit} + ${pending}`,
  fees: "Gebühren (USD)",
  earned: "Verdient (USD)",
  counted: "Anzahl",
  byProduct: "Verdienst nach Produkt",
  perp: "Perpetuals",
  swap: "Swaps",
  prediction: "Vorhersagen",
  copy: "   davon Copy-Trading",
  total: "Summe",
  byReferral: "Verdienst nach Empfehlung",
  noFee: "In diesem Zeitraum zahlte keine Empfehlung eine Gebühr.",
  others: "Alle anderen",
  referral: "Empfehlung",
  payouts: "In diesem Zeitraum erstellte Auszahlungen",
  none: "Keine.",
  created: "Erstellt",
  payout: "Auszahlung",
  state: "Zustand",
  amount: "Betrag (USDC)",
  states: {
    created: "erstellt",
    submitted: "gesendet",
    confirmed: "bestätigt",
    failed: "gescheitert",
  },
  newest: (most) => `Nur die neuesten ${most} sind aufgeführt. Die CSV-Datei enthält alle.`,
  moved: (created, paid, returned) =>
    `In diesem Zeitraum: ${created} USD erstellt, ${paid} ausgezahlt, ${returned} aus gescheiterten Zahlungen zurück.`,
  to: (recipient, network) => `an ${recipient} auf ${network}`,
  slot: (slot) => `, Slot ${slot}`,
  isSimulated: ", simuliert",
  chain: "Hashkette",
  chainText:
    "Der Hash jeder Zeile ist der SHA-256 aus dem Hash der Zeile davor, einem Zeilenvorschub und dem Text der Zeile. Wer die Zeilen hat, " +
    "kann die Kette nachrechnen. Wer sich den letzten Hash notiert hat, sieht, dass keine Zeile geändert, entfernt oder eingefügt wurde.",
  before: (seq) => `Vor dem Zeitraum, nach Zeile ${seq}`,
  end: (seq) => `Am Ende des Zeitraums, nach Zeile ${seq}`,
  head: (seq) => `Letzte Zeile des Kontobuchs, nach Zeile ${seq}`,
  check: "So lässt sich diese Abrechnung prüfen",
  download:
    "Dieselbe Abrechnung als CSV oder JSON herunterladen, und das Programm, das nur Node.js ab Version 18 braucht:",
  checks:
    "Es rechnet jeden Hash, jeden Anteil einer Gebühr, die Stufe hinter jedem Satz und alle Salden nach und nennt die erste falsche Zeile. " +
    "Mit den Schlüsseln prüft es auch, dass der Dienst die Abrechnung signiert hat. Die Schlüssel kommen vom Dienst, nicht vom Absender der Datei.",
  unsigned:
    "Dieses PDF ist nicht signiert: Seine Beträge lassen sich mit der geprüften Datei vergleichen. Signatur der Abrechnung, auch in den Dateien (JWS, EdDSA):",
  foot: (code, seq, at) => `svc Partnerabrechnung, ${code}, Zeile ${seq} des Kontobuchs, ${at}`,
  page: (page, count) => `Seite ${page} von ${count}`,
};

export function statementTexts(language: StatementLanguage): StatementTexts {
  return language === "de" ? DE : EN;
}

/** An amount with all its digits, and with the marks of the language. */
export function amountIn({ marks }: StatementTexts, exact: string): string {
  return groupedDecimal(exact, marks);
}
