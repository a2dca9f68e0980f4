import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/pushes/messages/en/pushes.ts";

const messages: Translation<typeof english> = {
  title: "الإشعارات",
  intro:
    "طلبات الموافقة وأحداث التقويم وتحركات الأسعار الكبيرة. تظهر تحت الجرس، وعلى هذا الجهاز إذا شغّلت الإشعارات.",
  loading: "يجري تحميل إعدادات الإشعارات",
  loadingBrowsers: "يجري تحميل متصفحاتك",

  thisBrowser: "هذا المتصفح",
  state_unsupported: "لا يستطيع هذا المتصفح استقبال الإشعارات.",
  state_insecure: "تحتاج الإشعارات إلى اتصال آمن (HTTPS).",
  state_denied: "حظرت إشعارات هذا الموقع. اسمح بها في إعدادات متصفحك، ثم أعد تحميل الصفحة.",
  state_default: "الإشعارات متوقفة. سيطلب متصفحك الإذن عند تشغيلها.",
  state_granted: "الإشعارات متوقفة. متصفحك يسمح بها لهذا الموقع.",
  state_on: "يستقبل هذا المتصفح الإشعارات، حتى عندما تكون هذه الصفحة مغلقة.",
  state_unknown: "يجري فحص هذا المتصفح",
  turnOn: "تشغيل",
  turnOff: "إيقاف",
  turningOn: "جارٍ التشغيل…",
  notTurnedOn: "رفضت خدمة الإشعارات في المتصفح. حاول لاحقًا.",
  sendTest: "إرسال تجربة",
  sendTestTo: "إرسال تجربة إلى {browser}",
  test_sent: "أُرسلت التجربة.",
  test_gone: "انتهى اشتراك هذا المتصفح، ولذلك أُزيل.",
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
  approval: "الموافقات",
  approvalText: "يقترح مساعد أو تطبيق أو روبوت أمرًا. لديك خمس دقائق لاتخاذ القرار.",
  mailApproval: "أرسل لي بريدًا أيضًا",
  mailText:
    "متوقف افتراضيًا. تصل الرسالة خلال ثوانٍ، وتذكر المهلة، وتقود إلى الأمر. ولا يمكنها الموافقة عليه.",
  noAddress: "ليس لحسابك عنوان بريد إلكتروني.",
  addAddress: "أضف عنوانًا",
  calendar: "التقويم",
  calendarText: "قبل الحدث بـ 24 ساعة و30 دقيقة، وعند صدور الرقم.",
  market: "الأسواق",
  marketText:
    "بحد أقصى تنبيه واحد بسعر مدوَّر لكل أصل في اليوم، وتنبيه واحد بتحرك كبير لكل سوق واتجاه في اليوم.",
  kind: "النوع",
  inbox: "في التطبيق",
  web: "المتصفحات",
  kindIn: "{kind}: {channel}",
  caps: "بحد أقصى {approval} من إشعارات الموافقات و{calendar} من إشعارات التقويم و{market} من إشعارات الأسواق في اليوم (UTC). ما يزيد على ذلك لا يُرسل.",

  quiet: "ساعات الهدوء",
  quietText:
    "لا تتلقى المتصفحات إشعارات في هذا الوقت، ولا تُرسل إليها لاحقًا. لا يتأثر التطبيق ولا رسائل الموافقات.",
  quietOn: "استخدام ساعات الهدوء",
  from: "من",
  until: "إلى",
  timeZone: "المنطقة الزمنية",
  quietNow: "هدوء الآن",
  unsaved: "لديك تغييرات غير محفوظة.",
};

export default messages;
