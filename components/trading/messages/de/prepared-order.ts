import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/trading/messages/en/prepared-order.ts";

const messages: Translation<typeof en> = {
  title: "Aus einem Signal vorbereitet",
  levels: "{direction}: Einstieg {entry}, ungültig ab {stop}, Ziel {target}.",
  conviction: "Überzeugung {share}.",
  shadow: "Dieses Signal ist im Test, das Orderticket wurde daher nicht ausgefüllt.",
  filled:
    "Seite, Stop-Loss und Take-Profit sind ausgefüllt. Größe eingeben, prüfen und signieren. Es wurde nichts gesendet.",
  ended: "Dieses Signal ist beendet. Das Orderticket wurde nicht ausgefüllt.",
  otherMarket: "Dieses Signal gilt für {market}. Das Orderticket wurde nicht ausgefüllt.",
  unknown: "Dieses Signal gibt es nicht. Das Orderticket wurde nicht ausgefüllt.",
  failed: "Das Signal konnte nicht geladen werden. Das Orderticket wurde nicht ausgefüllt.",
  toSignal: "Signal öffnen",
};

export default messages;
