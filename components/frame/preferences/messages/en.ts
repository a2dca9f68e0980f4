import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  settings: "Settings",
  theme: "Theme",
  system: "System",
  dark: "Dark",
  light: "Light",
  palette: "Colours",
  paletteDefault: "Green and red",
  paletteColourBlind: "Blue and orange",
  paletteHint: "Blue and orange stay apart for every kind of colour vision.",
  up: "A rise is",
  upGreen: "Green",
  upRed: "Red",
  upBlue: "Blue",
  upOrange: "Orange",
  upHint: "Red for a rise, as in East Asia, turns the colours of buying and selling around too.",
  motion: "Motion",
  motionSystem: "As the system",
  motionReduced: "Reduced",
  language: "Language",
  keys: "Keyboard",
  layout: "Layout",
  showKeys: "Show all keys",
  confirmations: "Confirm orders",
  askAlways: "Always",
  askNeverUnder: "Not under {limit} USDC",
  confirmHint:
    "The amount is set in the ticket. Without a confirmation an order signed by a trading key is sent at once.",
} as const satisfies MessageFile;

export default messages;
