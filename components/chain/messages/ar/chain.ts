import type english from "#components/chain/messages/en/chain.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  network: "الشبكة",
  simulatedHelp: "سلسلة محاكاة، ولا قيمة لرموزها.",
  signatureOf: "توقيع المعاملة",
  stepDone: "تمّت",
  progress: "سير العملية",
  whatHappens: "ما توقّعه",
  memo: "المذكرة",
  networkFee: "رسوم الشبكة",
  simulatedSame: "قُرئ من البايتات التي توقّعها، وتعطي محاكاتها النتيجة نفسها.",
  signWith: "التوقيع بـ {wallet}",
  waiting: "بانتظار {wallet}…",
  answerInWallet: "اقبل أو ارفض في {wallet}.",
  declined: "لم يُوقَّع شيء.",
  changedMeanwhile: "تغيّرت المحفظة أو الشبكة. لم يُوقَّع شيء: ارجع وراجع من جديد.",
  otherWallet: "اتصلت الآن محفظة أخرى أو حساب آخر. لم يُرسَل شيء.",
  walletChangedIt: "وقّعت {wallet} شيئًا غير الذي عُرض. لم يُرسَل شيء.",
  walletSignedWrongly: "توقيع {wallet} غير صحيح. لم يُرسَل شيء.",
  step_processed: "ظهرت",
  step_confirmed: "مؤكدة",
  step_finalized: "نهائية",
  state_sending: "تُرسَل المعاملة الموقّعة.",
  state_unknown:
    "أُرسلت وليست على السلسلة بعد. تُرسَل المعاملة نفسها من جديد حتى تصل أو تنتهي صلاحيتها.",
  state_processed: "في كتلة، ويمكن أن تُلغى هذه الكتلة.",
  state_confirmed: "صوّت معظم الشبكة لكتلتها.",
  state_chainGone: "أُعيد ضبط سلسلة المحاكاة. هذه المعاملة من السلسلة القديمة ولن تصل أبدًا.",
  sendingRefused: "رُفضت آخر محاولة إرسال: {reason}",
  buy: "شراء بالبطاقة",
  newcomer: "الحصول على SOL وUSDC (محاكاة)",
  newcomerHelp: "تحتاج المحفظة إلى عملات، وإلى قليل من SOL لرسوم الشبكة.",
  newcomerGiven: "وصلت إلى المحفظة عملات SOL وUSDC من المحاكاة.",
  newcomerRefused: "لم تُرسَل أي عملات. {reason}",
};

export default messages;
