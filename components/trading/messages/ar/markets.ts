import type { Translation } from "#components/i18n/message-types.ts";
import type en from "#components/trading/messages/en/markets.ts";

const messages: Translation<typeof en> = {
  button: "السوق {market}. تغيير السوق",
  title: "الأسواق",
  close: "إغلاق قائمة الأسواق",
  search: "البحث في الأسواق",
  searchHint: "اسم السوق",
  noMatch: "لا يوجد سوق يطابق «{typed}».",
  clear: "مسح البحث",
  star: "مفضّل",
  day: "24 ساعة",
  change: "التغيّر خلال 24 س",
  volume: "حجم التداول خلال 24 س",
  amountsIn: "بعملة {asset}",
  funding: "التمويل",
  fundingDetail: "معدل التمويل لكل فترة. إذا كان موجبًا تدفع مراكز الشراء لمراكز البيع.",
  fundingTitle: "تمويل {market}",
  fundingNote:
    "يُدفع كل ثانية بالمعدل الحالي. موجب: المشترون يدفعون للبائعين. سالب: البائعون يدفعون للمشترين.",
  fundingNow: "الساعات {hours} القادمة إن بقي المعدل",
  fundingYear: "سنويًا بهذا المعدل",
  fundingAverage: "متوسط {days} ي",
  fundingLoading: "جارٍ تحميل معدلات التمويل",
  fundingUnread: "تعذّر تحميل معدلات التمويل. تجري إعادة المحاولة.",
  fundingNone: "لا توجد معدلات تمويل مخزّنة بعد.",
  fundingPicture:
    "معدل التمويل لكل ساعة من {from} إلى {to}، و{last} في النهاية. استخدم مفاتيح الأسهم لقراءة الساعات.",
  fundingHistory: "سجل التمويل",
  addFavourite: "إضافة {market} إلى المفضلة",
  removeFavourite: "إزالة {market} من المفضلة",
  count: {
    zero: "لا أسواق",
    one: "سوق واحد",
    two: "سوقان",
    few: "{count} أسواق",
    many: "{count} سوقًا",
    other: "{count} سوق",
  },
  keys: "↑ ↓ للتنقل · Enter للفتح · Alt+Enter للمفضلة · Esc للإغلاق",
  searchCommand: "البحث في الأسواق",
  goTo: "فتح السوق {market}",
  keywords: "زوج رمز تبديل",
  favouriteOn: "أصبح {market} في المفضلة.",
  favouriteOff: "لم يعد {market} في المفضلة.",
};

export default messages;
