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
  revokeUsed: "Last used {time}, from {address} by {agent}. That will stop working.",
  revokeUnused: "Nothing has used this key yet.",
  never: "never",
  copy: "Copy",
  copyOf: "Copy {what}",
  copied: "Copied: {what}",
  copiedShort: "Copied",
  copyFailed: "The browser did not allow copying. Select the text and copy it.",
  once: "This is shown only once. Anyone who has it can use the key.",
  saved: "I have saved it",
  notSaved: "Save it first and tick the box: it cannot be shown again.",
  done: "Close",
  snippets: "Ready to paste",
  usage: "Requests of the last 30 days",
  usageOf: {
    one: "{count} request in 30 days, {refused} refused",
    other: "{count} requests in 30 days, {refused} refused",
  },
  usageNone: "No requests in 30 days",
  usageFailed: "The usage of this key could not be loaded.",
  usageLoading: "Loading the usage of this key",
  usageOk: "Answered",
  outcome: "Outcome",
  requests: "Requests",
  wrongEndpoint: "This key was sent to {path} on {time}. It works only at {endpoint}.",
  wrongEndpointCount: {
    one: "{count} time in total.",
    other: "{count} times in total.",
  },
} as const satisfies MessageFile;

export default messages;
