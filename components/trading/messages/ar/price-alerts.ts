import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/trading/messages/en/price-alerts.ts";

const messages: Translation<typeof english> = {
  title: "تنبيهات الأسعار",
  titleHint: "يصلك إشعار عندما يبلغ السعر المرجعي تنبيهًا، حتى إن كانت هذه الصفحة مغلقة.",
  price: "تنبيه عند",
  note: "ملاحظة",
  noteHint: "اختيارية، {most} حرفًا على الأكثر",
  again: "يتكرر",
  againHint: "بعد أن يتراجع السعر المرجعي بنسبة 0.2%",
  set: "ضبط التنبيه",
  none: "لا توجد تنبيهات أسعار بعد",
  noneHint:
    "أدخل سعرًا أعلاه. وفي الرسم البياني افتح قائمة سعر بالنقر بالزر الأيمن أو بالضغط المطوّل أو بمفتاح القائمة.",
  count: "{count} من {most}",
  failed: "تعذّر تحميل تنبيهات الأسعار.",
  retry: "تحديث",
  loading: "جارٍ تحميل تنبيهات الأسعار",
  above: "عندما يرتفع السعر المرجعي إليه",
  below: "عندما ينخفض السعر المرجعي إليه",
  once: "مرة واحدة",
  onceOrAgain: "{market} عند {price}: مرة واحدة أو متكرر",
  againShort: "متكرر",
  waiting: "ينتظر حتى يتراجع السعر المرجعي بنسبة 0.2%",
  deleteOf: "حذف التنبيه عند {price} في {market}",
  line: "تنبيه سعر عند {price}",
  lines: "تنبيهات الأسعار على الرسم البياني",
  notified: "ضُبط التنبيه: {market} عند {price}",
  deleted: "حُذف التنبيه: {market} عند {price}",
  undo: "تراجع",
  settings: "اختيار مكان الإشعارات",
};

export default messages;
