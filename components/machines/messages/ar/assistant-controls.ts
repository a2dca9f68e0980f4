import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/assistant-controls.ts";

const messages: Translation<typeof english> = {
  pauseTitle: "إيقاف جميع المساعدين مؤقتًا",
  pauseText:
    "عندئذ لا تقرأ مفاتيح MCP والتطبيقات المتصلة شيئًا ولا تقترح، ولا تقترح الروبوتات. لا يُفصل شيء.",
  pausedTitle: "جميع المساعدين موقوفون مؤقتًا",
  pausedText: "تتلقى مفاتيح MCP والتطبيقات المتصلة خطأ يبيّن ذلك، ولا يمكن لأي برنامج اقتراح أوامر.",
  pausedSince: "أُوقفوا",
  pause: "إيقاف الجميع مؤقتًا",
  resume: "متابعة",

  defaultTitle: "حدود جميع المساعدين الآخرين",
  defaultText:
    "تسري على كل مفتاح وتطبيق وروبوت بلا حدود خاصة به، وعلى ما تصله لاحقًا أيضًا. والمجموع خلال 24 ساعة يُحسب لها معًا.",
  noDefault: "لم تُحدَّد: يمكن لمساعد جديد أن يقترح أوامر بأي قيمة. ومع ذلك توقّع كلًّا منها بنفسك.",
  byDefault: "يمكنه أن يقترح، كغيره ممن لا حدود خاصة به:",
  mayPropose: "يمكنه أن يقترح:",
  noLimits: "لا حدود لاقتراحاته. ومع ذلك توقّع كلًّا منها بنفسك.",
  inAllMarkets: "جميع الأسواق",
  inMarkets: "\u2068{markets}\u2069",
  mostEach: "\u2068{amount} USDC\u2069 على الأكثر لكل اقتراح",
  mostDay: "\u2068{amount} USDC\u2069 خلال 24 ساعة، استُخدم منها \u2068{used}\u2069",
  setLimits: "تحديد الحدود",
  limitsHelp:
    "تُرفض الاقتراحات التي تتجاوز هذه الحدود قبل أن تراها. وإلغاء أمر مسموح دائمًا في هذه الأسواق.",
  markets: "الأسواق",
  allMarkets: "جميع الأسواق",
  noMarket: "اختر سوقًا واحدة على الأقل.",
  each: "أكبر اقتراح، USDC",
  eachHint: "فارغ: أي قيمة",
  day: "المجموع خلال 24 ساعة، USDC",
  dayHint: "فارغ: أي مجموع. الاقتراحات المرفوضة والمنتهية لا تُحسب.",
  notAmount: "أدخل مبلغًا مثل 500.",
  save: "حفظ الحدود",
  saving: "جارٍ الحفظ…",
  limitsSaved: "حُفظت الحدود. وتسري على الاقتراح التالي.",

  reads: "ما قرأه وما اقترحه",
  readsHelp: "آخر 30 يومًا (UTC)، بتأخر بضع ثوانٍ. لا تُحفظ المحتويات.",
  readsLoading: "يجري تحميل القائمة",
  readsNone: "لا شيء خلال 30 يومًا.",
  what: "ماذا",
  times: "عدد المرات",
  lastTime: "آخر مرة",
};

export default messages;
