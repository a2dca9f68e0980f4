import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  title: "محضّر من إشارة",
  long: "شراء",
  short: "بيع",
  levels: "{direction}: الدخول {entry}، خاطئة بعد {stop}، الهدف {target}.",
  conviction: "الاقتناع {share}.",
  shadow: "الإشارة في الظل: لم تُصب قاعدتها بما يكفي.",
  filled: "امتلأ النموذج بالاتجاه ووقف الخسارة والهدف. أدخل الحجم وراجعه ووقّع. لم يُرسل شيء.",
  ended: "انتهت هذه الإشارة. لم يُملأ النموذج.",
  otherMarket: "هذه الإشارة تخص {market}. لم يُملأ النموذج.",
  unknown: "لا توجد إشارة كهذه. لم يُملأ النموذج.",
  failed: "تعذّرت قراءة الإشارة. لم يُملأ النموذج.",
  toSignal: "فتح الإشارة",
  close: "إغلاق",
};

export default messages;
