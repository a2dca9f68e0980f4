import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  title: "USDC mit Karte kaufen",
  loading: "Wird geladen",
  notAvailable: "USDC kann hier nicht mit Karte gekauft werden.",
  notAvailableDetail: "Dieser Dienst hat keinen Zahlungsanbieter.",
  signInFirst: "Zum Kauf von USDC bitte mit einer Wallet anmelden.",
  tryAgain: "Erneut versuchen",
  simulated: "Simuliert",
  simulatedHelp: "Keine Karte wird belastet, und die USDC haben keinen Wert.",

  amount: "Betrag",
  currency: "Währung",
  range:
    "Von {least} bis {most} {currency}. Die Kasse zeigt die Gebühr und die USDC, die ankommen.",
  amount_unreadable: "Das ist keine Zahl.",
  amount_decimals: "Höchstens zwei Nachkommastellen.",
  amount_range: "Der Betrag liegt zwischen {least} und {most} {currency}.",
  wallet: "Die USDC gehen an die angemeldete Wallet und an keine andere.",
  who: "{name} betreibt die Kasse und prüft die Identität, unter {host}. Dieser Dienst erhält keine Kartendaten.",
  whoSimulated:
    "Eine simulierte Kasse unter {host} steht für {name}. Dort würde die Identität geprüft. Nach einer Karte wird nicht gefragt.",
  leave: "Weiter zur Kasse",
  leaving: "Die Kasse wird geöffnet …",
  returns: "Diese Seite wird verlassen. Danach führt die Kasse zu den Ein- und Auszahlungen.",

  purchaseOf: "Kauf für {amount} {currency}",
  toWallet: "An die Wallet {wallet}",
  progress: "Fortschritt",
  step_begun: "Zahlung begonnen",
  step_paid: "Bezahlt",
  step_delivered: "In der Wallet",
  got: "{amount} USDC",
  state_created: "Der Anbieter hat noch keine Zahlung gemeldet.",
  state_pending:
    "Der Anbieter bearbeitet die Zahlung. Je nach Zahlungsart dauert das Sekunden bis Tage.",
  state_paid:
    "Der Anbieter meldet, dass er die USDC gesendet hat. Es zählt, wenn die Chain das als final zeigt.",
  state_failed: "Die Zahlung ist fehlgeschlagen oder wurde abgebrochen. Es wurde nichts gekauft.",
  state_refunded: "Der Anbieter meldet, dass er die Zahlung erstattet hat.",
  state_delivered: "Die Chain zeigt die Zahlung an die Wallet als final.",
  reason_not_named: "Der Anbieter hat seine Transaktion und ihren Betrag noch nicht beide genannt.",
  reason_not_on_chain: "Die Chain zeigt seine Transaktion noch nicht.",
  reason_not_final: "Die Transaktion ist auf der Chain und noch nicht final.",
  reason_given_up:
    "Die Chain hat seine Transaktion einen Tag lang nicht gezeigt. Sie wird nicht weiter gesucht.",
  reason_transaction_failed: "Die genannte Transaktion ist auf der Chain fehlgeschlagen.",
  reason_not_to_the_wallet: "Die genannte Transaktion zahlt keine USDC an die Wallet.",
  reason_amount_too_small: "Die genannte Transaktion zahlt weniger als angegeben.",
  reason_older_than_the_purchase: "Die genannte Transaktion ist älter als der Kauf.",
  reason_used_before: "Die genannte Transaktion gehört zu einem anderen Kauf.",
  support: "Bitte {name} fragen, mit dieser Nummer:",
  reference: "die Nummer des Anbieters",
  toCheckout: "Zur Kasse",
  showTransaction: "Transaktion anzeigen",
};

export default messages;
