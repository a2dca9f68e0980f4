import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/trading/messages/en/stream.ts";

const messages: Translation<typeof en> = {
  old: "{seconds} s alt",
  notCurrent: "Nicht aktuell",
};

export default messages;
