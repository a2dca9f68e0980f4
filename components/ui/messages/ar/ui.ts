import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/ui/messages/en/ui.ts";

const messages: Translation<typeof en> = {
  fromDay: "من",
  toDay: "إلى",
  daysDisordered: "اليوم الأخير يسبق اليوم الأول.",
  loadFailed: "تعذّر تحميل جزء من هذه الصفحة. لم يُرسَل أي شيء. أعد تحميل الصفحة.",
  panelFailed: "تعذّر عرض {panel}.",
  panelFailedDetail: "بقية الصفحة تعمل. ولا تتأثر الأوامر التي أُرسلت من قبل.",
  csvHelp: "كل الصفوف في ملف، بكل رقم كما هو محفوظ. التنزيل المنقطع يُعدّ فاشلًا.",
  spreadsheet: "جدول بيانات",
  spreadsheetHelp:
    "الصفوف نفسها كما يفتحها Excel وLibreOffice بهذه اللغة: الفاصل وعلامة الكسور والأوقات بتوقيت UTC.",
  messages: "الرسائل",
  dismiss: "إخفاء",
  showAgain: "العرض مرة أخرى",
  errorId: "الخطأ {id}",
  copyErrorId: "نسخ رقم الخطأ {id}",
  copied: "تم النسخ.",
  copyFailed: "تعذّر النسخ.",
  imageFailed: "تعذّر إنشاء الصورة.",
  imageSaved: "حُفظت الصورة كملف: لا يسمح هذا المتصفح بالصور في الحافظة.",
  imageCopied: "نُسخت الصورة.",
};

export default messages;
