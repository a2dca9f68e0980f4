import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  intro: "تطبيقات ومساعدون يتصرفون نيابة عنك بما سمحت لهم به. افصل أحدها ويُرفض طلبه التالي.",
  loading: "جارٍ قراءة التطبيقات المتصلة",
  connect: "ربط مساعد",

  emptyTitle: "لا توجد تطبيقات متصلة",
  emptyText:
    "يستطيع Claude وCursor وVS Code ومساعدون آخرون متابعة الأسواق لك، واقتراح أوامر إذا سمحت بذلك. ترى ما يطلبه كل تطبيق قبل أن يتصل.",
  emptySafe: "لا يستطيع أي منها وضع أمر أو نقل أموال: أنت توافق على كل أمر هنا وتوقعه.",

  live: "متصلة",
  ended: "فُصلت مؤخرًا",
  endedHint: "تظهر 30 يومًا بعد انتهائها.",
  state_active: "متصل",
  state_expired: "منتهٍ",
  state_revoked: "مفصول",
  may: "يُسمح له",
  sentBackTo: "يعيدك إلى {host}",
  connected: "رُبط",
  until: "حتى",
  endedAt: "انتهى",
  firstUsed: "أول استخدام",
  lastUsed: "آخر استخدام",
  revoke: "فصل",
  revokeOf: "فصل {name}",
  revokeTitle: "هل تريد فصل «{name}»؟",
  revokeText:
    "يُرفض طلبه التالي، ولا يستطيع اقتراح أوامر جديدة. لاستخدامه من جديد اربطه مرة أخرى من التطبيق.",
  revokeWaiting: "تُسحب الأوامر التي اقترحها ولم ترد عليها بعد.",
  revoked: "تم الفصل. يُرفض طلبه التالي.",

  keysTitle: "مفاتيح MCP أيضًا تتصرف نيابة عنك",
  keysText: {
    zero: "لا مفاتيح سارية؛ {orders} منها يجوز لها اقتراح أوامر.",
    one: "مفتاح سارٍ واحد يقرأ ما تقرؤه؛ {orders} منها يجوز له اقتراح أوامر.",
    two: "مفتاحان ساريان يقرآن ما تقرؤه؛ {orders} منها يجوز له اقتراح أوامر.",
    few: "{count} مفاتيح سارية تقرأ ما تقرؤه؛ {orders} منها يجوز لها اقتراح أوامر.",
    many: "{count} مفتاحًا ساريًا تقرأ ما تقرؤه؛ {orders} منها يجوز لها اقتراح أوامر.",
    other: "{count} مفتاح سارٍ تقرأ ما تقرؤه؛ {orders} منها يجوز لها اقتراح أوامر.",
  },
  keysNone: "لا يوجد مفتاح سارٍ. المفتاح سر واحد لبرنامجك الخاص.",
  keysLink: "إلى مفاتيح MCP",
};

export default messages;
