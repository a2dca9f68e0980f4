import type en from "#components/frame/messages/en/preferences.ts";
import type { Translation } from "#components/i18n/message-types.ts";

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
  up: "Farbe für steigend",
  upGreen: "Grün",
  upRed: "Rot",
  upBlue: "Blau",
  upOrange: "Orange",
  upHint:
    "Rot für Anstiege, wie in Ostasien üblich, vertauscht auch die Farben von Kaufen und Verkaufen.",
  motion: "Bewegung",
  motionSystem: "System",
  motionReduced: "Reduziert",
  language: "Sprache",
  keys: "Tastatur",
  layout: "Aufteilung",
  confirmations: "Orders bestätigen",
  askNever: "Nie",
  askAlways: "Immer",
  askNeverUnder: "Nur ab {limit} USDC",
  confirmHint: "Für den Ein-Klick-Handel. Ohne ihn fragt Ihre Wallet bei jeder Order.",
};

export default messages;
