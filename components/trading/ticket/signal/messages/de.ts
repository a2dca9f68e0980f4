import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  title: "Aus einem Signal vorbereitet",
  long: "Long",
  short: "Short",
  levels: "{direction}: Einstieg {entry}, falsch jenseits {stop}, Ziel {target}.",
  conviction: "Überzeugung {share}.",
  shadow: "Es steht im Schatten: Seine Regel hatte nicht oft genug recht.",
  filled:
    "Seite, Stop-Loss und Ziel sind eingetragen. Größe eingeben, prüfen und signieren. Es wurde nichts gesendet.",
  ended: "Dieses Signal ist beendet. Das Orderticket wurde nicht ausgefüllt.",
  otherMarket: "Dieses Signal gehört zu {market}. Das Orderticket wurde nicht ausgefüllt.",
  unknown: "Dieses Signal gibt es nicht. Das Orderticket wurde nicht ausgefüllt.",
  failed: "Das Signal konnte nicht gelesen werden. Das Orderticket wurde nicht ausgefüllt.",
  toSignal: "Signal öffnen",
  close: "Schließen",
};

export default messages;
