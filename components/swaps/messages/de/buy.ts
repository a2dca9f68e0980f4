import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/swaps/messages/en/buy.ts";

const messages: Translation<typeof english> = {
  title: "USDC mit Karte kaufen",
  notAvailable: "Der Kauf von USDC mit Karte ist hier nicht verfügbar.",
  notAvailableDetail: "Dieser Dienst hat keinen Zahlungsanbieter.",
  signInFirst: "Zum Kauf von USDC bitte mit einer Wallet anmelden.",
  simulatedHelp: "Keine Karte wird belastet, und die USDC haben keinen Wert.",

  currency: "Währung",
  range:
    "Von {least} bis {most} {currency}. Die Kasse zeigt die Gebühr und die USDC, die ankommen.",
  amount_unreadable: "Bitte einen gültigen Betrag eingeben.",
  amount_ambiguous:
    "Ein Punkt vor drei Ziffern kann zwei Zahlen bedeuten. Bitte 1234 oder 1,234 schreiben.",
  amount_decimals: "Höchstens zwei Nachkommastellen.",
  amount_range: "Bitte {least} bis {most} {currency} eingeben.",
  wallet: "Die USDC gehen nur an die angemeldete Wallet.",
  who: "{name} betreibt die Kasse unter {host} und prüft die Identität. Dieser Dienst erhält keine Kartendaten.",
  whoSimulated:
    "Eine simulierte Kasse unter {host} ersetzt {name}, wo die Identität geprüft würde. Sie fragt keine Kartendaten ab.",
  leave: "Weiter zur Kasse",
  leaving: "Die Kasse wird geöffnet …",
  returns: "Sie verlassen diese Seite. Die Kasse führt danach zurück zu den Ein- und Auszahlungen.",

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
    "Der Anbieter meldet, dass er die USDC gesendet hat. Es fehlt noch die endgültige Bestätigung der Chain.",
  state_failed: "Die Zahlung ist fehlgeschlagen oder wurde abgebrochen. Es wurde nichts gekauft.",
  state_refunded: "Der Anbieter meldet, dass er die Zahlung erstattet hat.",
  state_delivered: "Die Zahlung an die Wallet ist auf der Chain endgültig.",
  reason_not_named: "Der Anbieter hat Transaktion und Betrag noch nicht gemeldet.",
  reason_not_on_chain: "Seine Transaktion ist noch nicht auf der Chain.",
  reason_not_final: "Seine Transaktion ist auf der Chain, aber noch nicht endgültig.",
  reason_given_up:
    "Seine Transaktion war einen Tag lang nicht auf der Chain. Sie wird nicht weiter gesucht.",
  reason_transaction_failed: "Die gemeldete Transaktion ist auf der Chain fehlgeschlagen.",
  reason_not_to_the_wallet: "Die gemeldete Transaktion zahlt keine USDC an die Wallet.",
  reason_amount_too_small: "Die gemeldete Transaktion zahlt weniger als angegeben.",
  reason_older_than_the_purchase: "Die gemeldete Transaktion ist älter als der Kauf.",
  reason_used_before: "Die gemeldete Transaktion gehört schon zu einem anderen Kauf.",
  support: "Bitte {name} mit dieser Referenz kontaktieren:",
  reference: "die Referenz des Anbieters",
  toCheckout: "Zur Kasse",
};

export default messages;
