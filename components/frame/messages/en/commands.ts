import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  commands: "Commands",
  openPalette: "Search commands",
  goSettings: "Open account settings",
  goSessions: "Open sessions",
  goActivity: "Open account activity",
  keyMap: "Keyboard shortcuts",
  search: "Type a command or a market",
  results: "Commands",
  nothing: "No matching command.",
  recent: "Recent",
  market: "Markets",
  order: "Orders",
  position: "Positions",
  chart: "Chart",
  view: "View",
  help: "Help",
  sendsOrder: "This sends an order or moves funds. Confirm to continue.",
  pressAgain: "Press {keys} again within {seconds} s.",
  pressTwice: "Press twice",
  singleKeys: "Single-key shortcuts",
  singleKeysHint: "Turn off if speech input or a stray key runs commands by accident.",
} as const satisfies MessageFile;

export default messages;
