import type { MessageFile } from "#components/i18n/message-types.ts";

/** What the pages of all kinds of keys share. */
const messages = {
  state_active: "Active",
  state_expiring: "Expires soon",
  state_expired: "Expired",
  state_revoked: "Revoked",
  live: "Live keys",
  dead: "Ended keys",
  lastUsedBy: "from {address} by {agent}",
  unknownAgent: "an unnamed program",
  revokeUsed: "Last used {time}, from {address} by {agent}. That stops working.",
  revokeUnused: "Nothing has used this key yet.",
  never: "never",
  copy: "Copy",
  copyOf: "Copy {what}",
  copied: "Copied: {what}",
  copiedShort: "Copied",
  copyFailed: "The browser did not allow copying. Select the text and copy it.",
  once: "This is shown once. Whoever has it can use the key; we keep only what it takes to recognise it.",
  saved: "I have saved it",
  notSaved: "Save it first and tick the box: it cannot be shown again.",
  done: "Close",
  snippets: "Paste-ready",
  usage: "Requests of the last 30 days",
  usageOf: {
    one: "{count} request in 30 days, {refused} refused",
    other: "{count} requests in 30 days, {refused} refused",
  },
  usageNone: "No requests in 30 days",
  usageFailed: "The use of this key could not be read.",
  usageLoading: "Reading the use of this key",
  usageOk: "Answered",
  outcome: "Outcome",
  requests: "Requests",
  wrongDoor: "This key was shown at {path} on {time}. It opens only {door}.",
  wrongDoorCount: {
    one: "{count} time in all.",
    other: "{count} times in all.",
  },
} as const satisfies MessageFile;

export default messages;
