import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/trading/messages/en/prepared-order.ts";

const messages: Translation<typeof en> = {
  title: "محضّر من إشارة",
  levels: "{direction}: الدخول {entry}، غير صالحة بعد {stop}، الهدف {target}.",
  conviction: "الاقتناع {share}.",
  shadow: "هذه الإشارة قيد الاختبار، ولذلك لم يُملأ النموذج.",
  filled: "مُلئ الاتجاه ووقف الخسارة وجني الأرباح. أدخل الكمية وراجع ووقّع. لم يُرسل شيء.",
  ended: "انتهت هذه الإشارة. لم يُملأ النموذج.",
  otherMarket: "هذه الإشارة تخص {market}. لم يُملأ النموذج.",
  unknown: "لا توجد إشارة كهذه. لم يُملأ النموذج.",
  failed: "تعذّر تحميل الإشارة. لم يُملأ النموذج.",
  toSignal: "فتح الإشارة",
};

export default messages;
