import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/trading/messages/en/stream.ts";

const messages: Translation<typeof en> = {
  old: "قبل {seconds} ث",
  notCurrent: "غير محدّث",
};

export default messages;
