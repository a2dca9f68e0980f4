import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  title: "الإشعارات",
  intro:
    "إصدارات التقويم والتغيرات الكبيرة في الأسعار. تظهر في القائمة خلف الجرس، وعلى هذا الجهاز إذا شغّلتها.",
  loading: "يجري تحميل إعدادات الإشعارات",
  loadingBrowsers: "يجري تحميل متصفحاتك",

  thisBrowser: "هذا المتصفح",
  state_unsupported: "لا يستطيع هذا المتصفح استقبال الإشعارات.",
  state_insecure: "تحتاج الإشعارات إلى اتصال آمن (https).",
  state_denied: "حظرت إشعارات هذا الموقع. اسمح بها في إعدادات متصفحك، ثم أعد تحميل الصفحة.",
  state_default: "الإشعارات متوقفة. سيطلب متصفحك الإذن عند تشغيلها.",
  state_granted: "الإشعارات متوقفة. لدى هذا الموقع إذن بعرضها.",
  state_on: "يستقبل هذا المتصفح الإشعارات، حتى عندما تكون هذه الصفحة مغلقة.",
  state_unknown: "يجري فحص هذا المتصفح",
  turnOn: "تشغيل",
  turnOff: "إيقاف",
  turningOn: "جارٍ التشغيل…",
  notTurnedOn: "رفضت خدمة الإشعارات في المتصفح. حاول لاحقًا.",
  sendTest: "إرسال تجربة",
  sendTestTo: "إرسال تجربة إلى {browser}",
  test_sent: "أُرسلت التجربة.",
  test_gone: "لم يعد هذا المتصفح يستقبل الإشعارات، وقد أُزيل.",
  test_refused: "رفضت خدمة الإشعارات التجربة.",
  test_failed: "لم ترد خدمة الإشعارات.",

  browsers: "متصفحات تستقبل الإشعارات",
  browsersCount: "{count} من {most}",
  noBrowsers: "لا متصفح بعد",
  noBrowsersText: "شغّل الإشعارات في كل متصفح تريدها فيه.",
  here: "هذا المتصفح",
  added: "أُضيف",
  lastSent: "آخر إشعار",
  neverSent: "لا إشعار بعد",
  remove: "إزالة",
  removeOf: "إزالة {browser}",
  removed: "أُزيل.",
  unknownBrowser: "متصفح غير معروف",
  browserOn: "{browser} على {system}",

  kinds: "ما الذي تتلقاه",
  calendar: "التقويم",
  calendarText: "قبل الإصدار بـ 24 ساعة، وقبله بـ 30 دقيقة، والرقم عندما يُعرف.",
  market: "الأسواق",
  marketText: "سعر مدوَّر مرة في اليوم لكل أصل؛ وتحرك كبير مرة في اليوم لكل سوق واتجاه.",
  kind: "النوع",
  inbox: "القائمة",
  web: "المتصفحات",
  kindIn: "{kind}: {channel}",
  caps: "بحد أقصى {calendar} من إشعارات التقويم و{market} من إشعارات الأسواق في اليوم (UTC). ما يزيد على ذلك لا يُرسل.",

  quiet: "ساعات الهدوء",
  quietText:
    "تبقى المتصفحات صامتة. ما يأتي في هذا الوقت لا يُرسل إليها لاحقًا، لكنه يبقى في القائمة.",
  quietOn: "الالتزام بساعات الهدوء",
  from: "من",
  until: "إلى",
  timeZone: "المنطقة الزمنية",
  quietNow: "هدوء الآن",
  save: "حفظ",
  saved: "حُفظ.",
  unsaved: "لديك تغييرات غير محفوظة.",
};

export default messages;
