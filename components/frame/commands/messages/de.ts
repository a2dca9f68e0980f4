import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  commands: "Befehle",
  openPalette: "Befehle suchen",
  openKeyMap: "Alle Tasten anzeigen",
  keyMap: "Tastenkürzel",
  search: "Befehl oder Markt eingeben",
  results: "Befehle",
  nothing: "Kein Befehl heißt so.",
  recent: "Zuletzt verwendet",
  market: "Märkte",
  order: "Orders",
  position: "Positionen",
  chart: "Chart",
  view: "Ansicht",
  account: "Konto",
  help: "Hilfe",
  sendsOrder: "Damit wird eine Order gesendet oder Geld bewegt. Zum Fortfahren bestätigen.",
  confirm: "Bestätigen",
  back: "Zurück",
  pressAgain: "{keys} innerhalb von {seconds} s noch einmal drücken.",
  pressTwice: "Zweimal drücken",
  disarm: "Abbrechen",
  singleKeys: "Tasten ohne Strg oder Befehlstaste",
  singleKeysHint:
    "Ausschalten, wenn Spracheingabe oder versehentliche Tastendrücke Befehle auslösen.",
};

export default messages;
