import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  old: "{seconds} s old",
  notCurrent: "Not current",
} as const satisfies MessageFile;

export default messages;
