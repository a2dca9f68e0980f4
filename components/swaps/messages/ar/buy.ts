import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/swaps/messages/en/buy.ts";

const messages: Translation<typeof english> = {
  title: "شراء USDC بالبطاقة",
  notAvailable: "شراء USDC بالبطاقة غير متاح هنا.",
  notAvailableDetail: "ليس لهذه الخدمة مزوّد دفع.",
  signInFirst: "سجّل الدخول بمحفظة لشراء USDC.",
  simulatedHelp: "لا تُخصم أي بطاقة، ولا قيمة لعملات USDC هذه.",

  currency: "العملة",
  range: "من {least} إلى {most} {currency}. تعرض صفحة الدفع الرسوم وكمية USDC التي تصلك.",
  amount_unreadable: "أدخل مبلغًا صالحًا.",
  amount_ambiguous: "الفاصلة قبل ثلاثة أرقام تُقرأ بطريقتين. اكتب 1234 أو 1.234.",
  amount_decimals: "منزلتان عشريتان على الأكثر.",
  amount_range: "أدخل من {least} إلى {most} {currency}.",
  wallet: "تذهب USDC إلى المحفظة التي سجّلت الدخول بها فقط.",
  who: "تدير {name} صفحة الدفع وتتحقق من هويتك على {host}. لا تصل هذه الخدمة أي بيانات بطاقة.",
  whoSimulated:
    "صفحة دفع محاكاة على {host} تحل محل {name} التي كانت ستتحقق من هويتك. لا تطلب بيانات بطاقة.",
  leave: "المتابعة إلى صفحة الدفع",
  leaving: "يجري فتح صفحة الدفع…",
  returns: "تغادر هذه الصفحة، ثم تعيدك صفحة الدفع إلى الإيداعات والسحوبات.",

  purchaseOf: "شراء بمبلغ {amount} {currency}",
  toWallet: "إلى المحفظة {wallet}",
  progress: "التقدم",
  step_begun: "بدأ الدفع",
  step_paid: "مدفوع",
  step_delivered: "في محفظتك",
  got: "{amount} USDC",
  state_created: "لم يُبلغ المزوّد عن دفعة بعد.",
  state_pending: "يعالج المزوّد الدفعة. يستغرق ذلك من ثوانٍ إلى أيام بحسب طريقة الدفع.",
  state_paid: "أبلغ المزوّد أنه أرسل USDC. بانتظار أن يصبح نهائيًا على السلسلة.",
  state_failed: "فشلت الدفعة أو أُلغيت. لم يُشترَ شيء.",
  state_refunded: "أبلغ المزوّد أنه ردّ المبلغ.",
  state_delivered: "الدفعة إلى محفظتك نهائية على السلسلة.",
  reason_not_named: "لم يُبلغ المزوّد عن معاملته ومبلغها بعد.",
  reason_not_on_chain: "معاملته ليست على السلسلة بعد.",
  reason_not_final: "معاملته على السلسلة لكنها ليست نهائية بعد.",
  reason_given_up: "لم تظهر معاملته على السلسلة منذ يوم، وتوقف البحث عنها.",
  reason_transaction_failed: "فشلت المعاملة المذكورة على السلسلة.",
  reason_not_to_the_wallet: "لا تدفع المعاملة المذكورة أي USDC إلى محفظتك.",
  reason_amount_too_small: "تدفع المعاملة المذكورة أقل مما ذُكر.",
  reason_older_than_the_purchase: "المعاملة المذكورة أقدم من عملية الشراء.",
  reason_used_before: "المعاملة المذكورة تخص عملية شراء أخرى.",
  support: "تواصل مع {name} بهذا الرقم المرجعي:",
  reference: "الرقم المرجعي لدى المزوّد",
  toCheckout: "الذهاب إلى صفحة الدفع",
};

export default messages;
