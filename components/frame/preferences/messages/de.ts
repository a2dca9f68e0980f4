import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  settings: "Einstellungen",
  theme: "Farbschema",
  system: "System",
  dark: "Dunkel",
  light: "Hell",
  palette: "Farben",
  paletteDefault: "Grün und Rot",
  paletteColourBlind: "Blau und Orange",
  paletteHint: "Blau und Orange bleiben für jedes Farbsehen unterscheidbar.",
  up: "Farbe für Anstiege",
  upGreen: "Grün",
  upRed: "Rot",
  upBlue: "Blau",
  upOrange: "Orange",
  upHint:
    "Rot für Anstiege, wie in Ostasien üblich, vertauscht auch die Farben von Kaufen und Verkaufen.",
  motion: "Bewegung",
  motionSystem: "Wie das System",
  motionReduced: "Reduziert",
  language: "Sprache",
  keys: "Tastatur",
  layout: "Aufteilung",
  showKeys: "Alle Tasten anzeigen",
  confirmations: "Orders bestätigen",
  askAlways: "Immer",
  askNeverUnder: "Nicht unter {limit} USDC",
  confirmHint:
    "Der Betrag wird im Orderticket festgelegt. Ohne Bestätigung wird eine mit einem Handelsschlüssel signierte Order sofort gesendet.",
};

export default messages;
