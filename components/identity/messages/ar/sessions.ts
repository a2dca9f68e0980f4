import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/identity/messages/en/sessions.ts";

const messages: Translation<typeof english> = {
  title: "الجلسات",
  intro: "حيث حسابك مسجّل الدخول. تدوم الجلسة 24 ساعة، وما تُخرجه منها ينتهي عند طلبه التالي.",
  loading: "جارٍ تحميل الجلسات",
  thisDevice: "هذا الجهاز",
  unknownDevice: "جهاز غير معروف",
  browserOn: "{browser} على {system}",
  kind_wallet: "بمحفظة",
  kind_email: "برابط بريد",
  kind_oidc: "عبر مزوّد هوية",
  kind_external: "برمز من شريك",
  firstUsed: "أول استخدام",
  endOf: "تسجيل خروج {device}",
  endOthers: "تسجيل خروج كل الأجهزة الأخرى",
  endAll: "تسجيل الخروج من كل مكان",
  endTitle: "تسجيل خروج هذا الجهاز؟",
  endText: "يُسجَّل خروجه عند طلبه التالي. لا يمكن التراجع عن ذلك، ويلزم تسجيل دخول جديد هناك.",
  endOthersTitle: "تسجيل خروج كل الأجهزة الأخرى؟",
  endOthersText: "يبقى هذا المتصفح وحده مسجّل الدخول. لا يمكن التراجع عن ذلك.",
  endAllTitle: "تسجيل الخروج من كل مكان؟",
  endAllText:
    "يُسجَّل خروج كل الأجهزة ومنها هذا. تبقى مفاتيح الروبوتات والمساعدين عاملة، ويمكن إبطالها في صفحاتها.",
  ended: "سُجّل خروج الجهاز.",
  endedOthers: "سُجّل خروج كل الأجهزة الأخرى.",
};

export default messages;
