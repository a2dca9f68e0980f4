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
  paletteHint: "Blue and orange are easy to tell apart with any colour vision.",
  up: "Up colour",
  upGreen: "Green",
  upRed: "Red",
  upBlue: "Blue",
  upOrange: "Orange",
  upHint: "Red for a rise, as in East Asia, also swaps the colours of buy and sell.",
  motion: "Motion",
  motionSystem: "System",
  motionReduced: "Reduced",
  language: "Language",
  keys: "Keyboard",
  layout: "Layout",
  confirmations: "Confirm orders",
  askNever: "Never",
  askAlways: "Always",
  askNeverUnder: "Only above {limit} USDC",
  confirmHint: "For one-click trading. Without it, your wallet asks for each order.",
} as const satisfies MessageFile;

export default messages;
