import type en from "#components/frame/messages/en/commands.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  commands: "الأوامر",
  openPalette: "البحث في أوامر الواجهة",
  goSettings: "فتح إعدادات الحساب",
  goSessions: "فتح الجلسات",
  goActivity: "فتح نشاط الحساب",
  keyMap: "اختصارات لوحة المفاتيح",
  search: "اكتب اسم أمر أو سوق",
  results: "الأوامر",
  nothing: "لا يوجد أمر بهذا الاسم.",
  recent: "المستخدمة مؤخرًا",
  market: "الأسواق",
  order: "أوامر التداول",
  position: "المراكز",
  chart: "الرسم البياني",
  view: "العرض",
  help: "المساعدة",
  sendsOrder: "سيؤدي هذا إلى إرسال أمر تداول أو تحريك أموال. أكّد للمتابعة.",
  pressAgain: "اضغط {keys} مرة أخرى خلال {seconds} ث.",
  pressTwice: "اضغط مرتين",
  singleKeys: "اختصارات بمفتاح واحد",
  singleKeysHint: "أوقفها إذا كان الإدخال الصوتي أو ضغط مفتاح بالخطأ يشغّل الأوامر.",
};

export default messages;
