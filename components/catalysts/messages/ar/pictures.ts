import type english from "#components/catalysts/messages/en/pictures.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  loading: "جارٍ تحميل الأسعار",
  failed: "تعذرت قراءة الأسعار.",
  stale: "تعذرت قراءة الأسعار مجددًا. قد تكون قديمة.",
  noPrices: "لا أسعار مخزنة لـ{market} في هذا الوقت.",
  description: "{market} من {from} إلى {to}: من {first} إلى {last}، {change}.",
};

export default messages;
