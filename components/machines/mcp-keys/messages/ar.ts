import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  list: "مفاتيح MCP",
  intro:
    "يتيح المفتاح لبرنامجك، أو لمساعد ذكاء اصطناعي واحد، أن يتصرف باسمك عند نقطة المساعدين: قراءة الأسعار ومراكزك وملاحظاتك، واقتراح أوامر إن سمحت بذلك.",
  create: "مفتاح جديد",
  loading: "جارٍ قراءة المفاتيح",

  emptyTitle: "لا مفاتيح MCP بعد",
  emptyWhat: "مفتاح MCP سرّ واحد يرسله البرنامج مع كل طلب إلى {endpoint}.",
  emptyCan: "يقرأ لحسابك ما تستطيع قراءته، وينتهي من نفسه بعد 365 يومًا على الأكثر.",
  emptyCannot:
    "لا يستطيع نقل الأموال ولا توقيع أمر ولا إنشاء مفاتيح أخرى. والأوامر التي يقترحها لا تفعل شيئًا حتى توافق عليها وتوقّعها.",
  emptyBot: "لروبوت تداول يوقّع كل طلب، أنشئ مفتاح روبوت بدلًا منه.",

  nameHint: "البرنامج الذي سيستخدمه، لتتعرف عليه لاحقًا. 60 حرفًا على الأكثر.",
  namePlaceholder: "مثل: خادم المتجر",
  days: "الأيام حتى انتهائه",
  presets: "مدد معتادة",
  daysPreset: {
    zero: "{count} يوم",
    one: "يوم واحد",
    two: "يومان",
    few: "{count} أيام",
    many: "{count} يومًا",
    other: "{count} يوم",
  },
  daysHint: "من 1 إلى 365. العمر القصير يحدّ مما يمكن فعله بمفتاح مفقود.",
  daysWrong: "أيام كاملة من 1 إلى 365.",
  orders: "يجوز له اقتراح أوامر",
  ordersHint: "يجوز له أن يقترح عليك أمرًا، ولا يُرسل شيء حتى تفتحه هنا وتقرأه وتوقّعه بنفسك.",
  webhooksHint: "يجوز له تسجيل الـ webhooks وقراءة ما أُرسل إليها، فهو يحدد وجهة أحداثك.",
  webhooks: "يجوز له إدارة الـ webhooks",
  createTitle: "مفتاح MCP جديد",

  madeTitle: "مفتاح MCP الجديد",
  secretKeeps:
    "انسخه الآن: لا يُعرض إلا هذه المرة. لا نخزّن منه إلا بصمته (hash)، فلا يمكن لأحد عرضه ثانية. من يملكه يستطيع استخدام المفتاح.",
  secret: "المفتاح السري",
  testOk: "يعمل: {state}، حتى {time}. يجوز له: {scopes}.",
  testTools: {
    zero: "لا أدوات متاحة.",
    one: "أداة واحدة متاحة.",
    two: "أداتان متاحتان.",
    few: "{count} أدوات متاحة.",
    many: "{count} أداة متاحة.",
    other: "{count} أداة متاحة.",
  },
  testNoTools: "لم تسرد نقطة المساعدين أدواتها: {reason}",
  "scope_read:chat": "قراءة ملاحظاتك ومراكزك",
  "scope_read:points": "قراءة النقاط",
  "scope_read:market": "قراءة الأسعار والأسواق",
  "scope_trade:execute": "اقتراح أوامر",
  snippetEnv: "ضعه في بيئة برنامجك لا في مصدره.",
  snippetCurl: "يسرد الأدوات التي يجوز للمفتاح استدعاؤها.",
  snippetClaude: "\u2066.mcp.json\u2069 في جذر المشروع. يذكر اسم المتغير ويبقى المفتاح في البيئة.",
  snippetCursor: "\u2066~/.cursor/mcp.json\u2069. يذكر اسم المتغير ويبقى المفتاح في البيئة.",
  snippetVscode: "\u2066.vscode/mcp.json\u2069. يسأل VS Code عن المفتاح مرة ويحفظه خارج الملف.",
  toConnect: "كل البرامج، وكيفية الربط بلا مفتاح",
  setupTitle: "إعداد برنامج",
  setupText: "مع {placeholder} في مكان السر الذي لا يُعرض إلا عند إنشاء المفتاح.",

  ended: "انتهى",
  mayPropose: "يجوز له اقتراح أوامر",
  mayManageWebhooks: "يجوز له إدارة الـ webhooks",
  readOnly: "قراءة فقط",
  replaces: "بديل {key}",
  allowlist: "من {addresses} فقط",
  elevated: "حد مرفوع",

  rotateTitle: "استبدال «{name}»",
  rotateText: "مفتاح جديد بالاسم والحقوق نفسها. ويبقى القديم ساريًا بقدر ما تحتاج لوضع الجديد.",
  overlap: "كم يبقى المفتاح القديم ساريًا",
  overlap_0: "إنهاؤه الآن",
  overlap_1: "ساعة واحدة",
  overlap_24: "24 ساعة",
  overlap_72: "72 ساعة",
  overlapNow: "ينتهي المفتاح القديم فورًا: يُرفض ما يستخدمه حتى يحصل على الجديد.",
  rotateAction: "إنشاء المفتاح الجديد",

  revokeTitle: "إبطال «\u2068{name}\u2069»؟",
  revokeText: "يُرفض طلبه التالي. ولا يمكن التراجع عن ذلك.",
  revoked: "أُبطل المفتاح.",
};

export default messages;
