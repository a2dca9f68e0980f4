import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  pauseTitle: "Pause all assistants",
  pauseText:
    "MCP keys and connected apps can then neither read nor propose, and bots cannot propose. Nothing is disconnected.",
  pausedTitle: "All assistants are paused",
  pausedText:
    "MCP keys and connected apps get an error that says so, and no program can propose orders.",
  pausedSince: "Paused",
  pause: "Pause all",
  resume: "Continue",

  defaultTitle: "Limits for all other assistants",
  defaultText:
    "They hold for every key, app and bot without limits of its own, also for those that you connect later. The sum of 24 hours counts for all of them together.",
  noDefault:
    "None are set: a new assistant may propose orders of any size. You sign each of them all the same.",
  byDefault: "May propose, as all without limits of their own:",
  mayPropose: "May propose:",
  noLimits: "Its proposals have no limits. You sign each of them all the same.",
  inAllMarkets: "all markets",
  inMarkets: "{markets}",
  mostEach: "at most {amount} USDC each",
  mostDay: "{amount} USDC in 24 hours, {used} used",
  setLimits: "Set limits",
  limitsHelp:
    "Proposals beyond these limits are refused before you see them. Cancelling an order is always allowed in these markets.",
  markets: "Markets",
  allMarkets: "All markets",
  noMarket: "Choose at least one market.",
  each: "Largest proposal, USDC",
  eachHint: "Empty: any size",
  day: "Sum in 24 hours, USDC",
  dayHint: "Empty: any sum. Declined and expired proposals do not count.",
  notAmount: "Enter an amount such as 500.",
  save: "Save limits",
  saving: "Saving…",
  limitsSaved: "Limits saved. They apply to the next proposal.",

  reads: "What it read and proposed",
  readsHelp: "The last 30 days (UTC), written some seconds late. The contents are not kept.",
  readsLoading: "Loading the list",
  readsNone: "Nothing in 30 days.",
  what: "What",
  times: "Times",
  lastTime: "Last time",
} as const satisfies MessageFile;

export default messages;
