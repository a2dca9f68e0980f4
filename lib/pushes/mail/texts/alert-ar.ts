import type { AlertMailTexts } from "./alert-texts.ts";

export const ALERT_AR: AlertMailTexts = {
  button: "فتح السوق",
  stop: (address) =>
    `تصلك هذه الرسالة لأنك ضبطت تنبيه السعر هذا وشغّلت رسائله. يمكنك إيقافها من \u2066${address}\u2069`,
};
