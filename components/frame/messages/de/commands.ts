import type en from "#components/frame/messages/en/commands.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  commands: "Befehle",
  openPalette: "Befehle suchen",
  goSettings: "Kontoeinstellungen öffnen",
  goSessions: "Sitzungen öffnen",
  goActivity: "Kontoaktivität öffnen",
  keyMap: "Tastenkürzel",
  search: "Befehl oder Markt eingeben",
  results: "Befehle",
  nothing: "Kein passender Befehl.",
  recent: "Zuletzt verwendet",
  market: "Märkte",
  order: "Orders",
  position: "Positionen",
  chart: "Chart",
  view: "Ansicht",
  help: "Hilfe",
  sendsOrder: "Damit wird eine Order gesendet oder Geld bewegt. Zum Fortfahren bestätigen.",
  pressAgain: "{keys} innerhalb von {seconds} s noch einmal drücken.",
  pressTwice: "Zweimal drücken",
  singleKeys: "Kürzel mit nur einer Taste",
  singleKeysHint:
    "Ausschalten, wenn Spracheingabe oder ein versehentlicher Tastendruck Befehle auslöst.",
};

export default messages;
