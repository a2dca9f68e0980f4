import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  signOrder: "Order signieren",
  signOrders: "Orders signieren",
  signCancel: "Orders stornieren",
  signChange: "Order ändern",
  checkFirst: "Bitte vor dem Signieren prüfen. Die Wallet selbst zeigt nur einen Hashwert.",
  markOld: "Der Markpreis ist nicht aktuell: Orders sind gesperrt.",
  markAge:
    "Der Markpreis ist {seconds} s alt. Nur Orders, die eine Position reduzieren, können gesendet werden.",
  markUnknown:
    "Der Markpreis ist nicht bekannt. Nur Orders, die eine Position reduzieren, können gesendet werden.",

  buyAtPrice: "Kauf {size} {market} zu {price}",
  sellAtPrice: "Verkauf {size} {market} zu {price}",
  buyAtMarket: "Kauf {size} {market} zum Marktpreis",
  sellAtMarket: "Verkauf {size} {market} zum Marktpreis",
  takeProfitBuy: "Take-Profit: Kauf {size} {market}, sobald {price} erreicht ist",
  takeProfitSell: "Take-Profit: Verkauf {size} {market}, sobald {price} erreicht ist",
  stopLossBuy: "Stop-Loss: Kauf {size} {market}, sobald {price} erreicht ist",
  stopLossSell: "Stop-Loss: Verkauf {size} {market}, sobald {price} erreicht ist",
  withAttached: {
    one: "{order}, mit {count} angehängten Order",
    other: "{order}, mit {count} angehängten Orders",
  },
  cancelOf: "Stornierung: {order}",
  cancelSome: { one: "{count} Order stornieren", other: "{count} Orders stornieren" },
  cancelAllIn: "Alle Orders in {market} stornieren",
  cancelAllEverywhere: "Alle Orders in allen Märkten stornieren",
  changeSize: "Änderung auf {size}: {order}",
  changePrice: "Änderung auf {price}: {order}",
  changeBoth: "Änderung auf {size} zu {price}: {order}",

  open: "Die Order ist offen.",
  waiting: "Die Order wartet auf ihren Auslöser.",
  partlyFilledOpen: "Teilweise ausgeführt: {size} zu {price}. Der Rest ist offen.",
  filled: "Ausgeführt: {size} zu {price}.",
  partlyFilledEnded: "Teilweise ausgeführt: {size} zu {price}. Der Rest ist beendet: {reason}.",
  notFilled: "Nicht ausgeführt: {reason}.",
  changed: "Die Order ist geändert: jetzt {size} zu {price}.",
  cancelled: "Die Order ist storniert.",
  cancelledRest: "Der Rest ist storniert. {size} waren zu {price} ausgeführt.",
  hadFilled: "Die Order war schon ausgeführt, bevor sie storniert werden konnte.",
  hadEnded: "Die Order war schon beendet: {reason}.",
  cancelledCount: { one: "{count} Order ist storniert.", other: "{count} Orders sind storniert." },
  endedBefore: { one: "{count} war schon beendet.", other: "{count} waren schon beendet." },
  noneLeft: "Es ist jetzt keine Order offen.",
  noneOpen: "Keine dieser Orders ist noch offen.",
  placedCount: { one: "{count} Order ist platziert.", other: "{count} Orders sind platziert." },
  attachedPlaced: {
    one: "Die angehängte Order ist platziert.",
    other: "Die {count} angehängten Orders sind platziert.",
  },
  refusedCount: {
    one: "{count} von {total} abgelehnt: {reason}",
    other: "{count} von {total} abgelehnt: {reason}",
  },
  missingCount: {
    one: "{count} von {total} wurde nicht platziert. Der Handelsplatz hat sie abgelehnt; die Antwort mit dem Grund ging verloren.",
    other:
      "{count} von {total} wurden nicht platziert. Der Handelsplatz hat sie abgelehnt; die Antwort mit dem Grund ging verloren.",
  },

  rejected: "Abgelehnt: {reason}",
  notChanged: "Die Order ist unverändert. {reason}",
  notCancelled: "Nicht storniert: {reason}",
  neverPlaced:
    "Nichts wurde platziert: Die Anfrage ist verfallen, bevor der Handelsplatz sie angenommen hat.",
  neverChanged: "Nicht geändert: Die Anfrage ist verfallen.",
  signWithdrawal: "Auszahlung signieren",
  withdrawal: "{amount} USDC an die eigene Wallet auszahlen",
  withdrawalReserved:
    "Die Auszahlung ist reserviert. Als Nächstes zahlen die Unterzeichner des Tresors sie aus.",
  notWithdrawn: "Nichts wird ausgezahlt. {reason}",
  neverWithdrawn:
    "Nichts wird ausgezahlt: Die Anfrage ist verfallen, bevor der Handelsplatz sie angenommen hat.",
  neverCancelled: "Nicht storniert: Die Anfrage ist verfallen. Bitte die offenen Orders prüfen.",

  reason_: "ausgeführt",
  reason_IOC_UNFILLED: "keine weiteren Gegenorders zur sofortigen Ausführung (IOC)",
  reason_FOK_NOT_FILLABLE: "nicht sofort vollständig ausführbar (FOK)",
  reason_NO_LIQUIDITY: "keine Gegenorders vorhanden",
  reason_PRICE_BAND: "der nächste Preis liegt außerhalb des Preisbands um den Markpreis",
  reason_USER_CANCELED: "storniert",
  reason_SCHEDULED_CANCEL: "zum gesetzten Termin storniert",
  reason_SIGNER_REVOKED: "der signierende Schlüssel wurde widerrufen",
  reason_SELF_TRADE: "Schutz vor Eigenhandel",
  reason_NOT_ENOUGH_MARGIN: "nicht genügend Margin",
  reason_REDUCE_ONLY_INVALID: "Position geschlossen",
  reason_LIQUIDATION: "das Konto wurde liquidiert",
  reason_MARKET_CLOSED: "der Markt nimmt solche Orders derzeit nicht an",
  newsFilled: "Ausgeführt: {order}",
  newsPart: "{filled} von {size} ausgeführt: {order}",
  newsEnded: "Order beendet, {reason}: {order}",
  newsForced: "Der Handelsplatz hat {size} {market} zu {price} durch Liquidation geschlossen.",
  newsMore: {
    one: "Und {count} weitere: siehe Orderverlauf.",
    other: "Und {count} weitere: siehe Orderverlauf.",
  },
};

export default messages;
