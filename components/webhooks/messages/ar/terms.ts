import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/webhooks/messages/en/terms.ts";

const messages: Translation<typeof english> = {
  name: "الاسم",
  nameHint: "اختياري. يظهر في القوائم والرسائل والإشعارات.",
  nameWrong: "أدخل 60 حرفًا على الأكثر.",

  format: "الصيغة",
  format_json: "JSON",
  format_slack: "Slack",
  format_discord: "Discord",
  format_teams: "Microsoft Teams",
  formatHint_json: "الحدث بصيغة JSON موقّعة، لخادمك.",
  formatHint_slack: "رسالة لـ incoming webhook في Slack. لا يُذكر فيها أحد.",
  formatHint_discord: "رسالة لـ webhook قناة في Discord. لا يُذكر فيها أحد.",
  formatHint_teams: "بطاقة Adaptive Card لسير عمل أو موصل في Microsoft Teams. لا يُذكر فيها أحد.",
  formatMismatch: "هذا العنوان لا يقبل إلا رسائل بصيغة {format}.",
  formatUse: "استخدام صيغة {format}",
  preview: "معاينة",
  previewEvent: "حدث المعاينة",
  previewBody: "محتوى الطلب",

  markets: "الأسواق",
  marketsHint: "دون اختيار: كل الأسواق. الأحداث التي بلا سوق تُرسل دائمًا.",
  marketsUnread: "تعذّر تحميل الأسواق.",
  accounts: "المحافظ",
  accountsHint: "دون اختيار: كل المحافظ. الأحداث التي بلا محفظة تُرسل دائمًا.",
  accountsNone: "لا محفظة مرتبطة بهذا الحساب.",
  accountsUnread: "تعذّر تحميل المحافظ.",
  assetsUnknown: "لا حدث يخص {names}.",

  headers: "ترويساتك",
  headersHint:
    "تُرسل مع كل عملية تسليم، مثل \u2066Authorization\u2069. تُخزَّن القيم مشفّرة ولا تُعرض بعد ذلك.",
  headersNone: "لا شيء",
  headerName: "اسم الترويسة",
  headerNameOf: "اسم الترويسة {number}",
  headerValueOf: "قيمة الترويسة {number}",
  headerNewValueOf: "القيمة الجديدة لـ {name}",
  headerKept: "مخفية. أدخل قيمة جديدة لاستبدالها.",
  headerSetAt: "عُيّنت",
  addHeader: "إضافة ترويسة",
  removeHeaderNumber: "حذف الترويسة {number}",
  removeHeader: "حذف {name}",
  headerFault_name: "استخدم حروفًا لاتينية وأرقامًا وشرطات، 64 حرفًا على الأكثر.",
  headerFault_reserved: "تعيّن الخدمة أو الاتصال هذه الترويسة. استخدم اسمًا آخر.",
  headerFault_value: "أدخل من 1 إلى 1,024 حرفًا مرئيًا من ASCII دون سطر جديد.",
  headerFault_twice: "هذه الترويسة في القائمة مرتين.",
  headersFull: {
    zero: "للـ webhook {count} ترويسة على الأكثر.",
    one: "للـ webhook ترويسة واحدة على الأكثر.",
    two: "للـ webhook ترويستان على الأكثر.",
    few: "للـ webhook {count} ترويسات على الأكثر.",
    many: "للـ webhook {count} ترويسة على الأكثر.",
    other: "للـ webhook {count} ترويسة على الأكثر.",
  },
  headersDropped:
    "العنوان الجديد لدى مصدر آخر. تُحذف هذه الترويسات عند الحفظ ما لم تُدخل قيمها من جديد: {names}",

  receiverMayStop: "حين يطلب المستلم التوقف",
  stop_never: "تجاهل الطلب",
  stop_header: "الاستجابة للترويسة",
  stop_header_or_410: "الاستجابة للترويسة و410",
  stopHint_never: "لكل عملية تسليم محاولاتها السبع، أيًا كان جواب المستلم.",
  stopHint_header:
    "يمكن لمستلم متعثّر أن يجيب بالترويسة \u2066webhook-delivery: abort-message\u2069 لينهي عملية تسليم، أو \u2066webhook-delivery: disable\u2069 ليوقف هذا الـ webhook مؤقتًا. وللحالة 410 سبع محاولات.",
  stopHint_header_or_410:
    "يمكن لمستلم متعثّر أن ينهي عملية تسليم أو يوقف هذا الـ webhook مؤقتًا بالترويسة \u2066webhook-delivery\u2069. والحالة 410 (Gone) توقفه فورًا.",

  // Secrets and verification
  secretStandardMade:
    "تقبل مكتبات Standard Webhooks وSvix السر الذي يبدأ بـ \u2066whsec_\u2069 كما هو. وللترويسة \u2066X-Svc-Signature\u2069 استخدم النص كاملًا مع \u2066whsec_\u2069.",
  secretStandardOwn:
    "يُستخدم سرّك نصًا كما هو. مرّره إلى مكتبات Standard Webhooks بالصيغة raw، وإلا فكّت ترميزه من Base64.",
  rawTitle: "كيف تحصل على المحتوى الخام",
  rawText: "تحقق أولًا ثم حلّل. للمحتوى الذي حُلّل وكُتب من جديد بايتات أخرى، كمسافات مختلفة.",
};

export default messages;
