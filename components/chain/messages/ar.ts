import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  network: "الشبكة",
  simulated: "محاكاة",
  simulatedHelp: "سلسلة محاكاة، ولا قيمة لرموزها.",
  showTransaction: "عرض المعاملة",
  signatureOf: "توقيع المعاملة",
  stepDone: "تمّت",
  progress: "سير العملية",
  dismiss: "إخفاء",
  back: "رجوع",
  whatHappens: "ما توقّعه",
  memo: "المذكرة",
  networkFee: "رسوم الشبكة",
  simulatedSame: "قُرئ من البايتات التي ستُوقَّع، وتتفق معه محاكاة البايتات نفسها.",
  signWith: "التوقيع بـ {wallet}",
  waiting: "بانتظار {wallet}…",
  answerInWallet: "اقبل أو ارفض في {wallet}.",
  declined: "لم يُوقَّع شيء.",
  changedMeanwhile: "تغيّرت المحفظة أو الشبكة في هذه الأثناء. لم يُوقَّع شيء: ارجع وراجع من جديد.",
  otherWallet: "اتصلت الآن محفظة أخرى أو حساب آخر. لم يُرسَل شيء.",
  walletChangedIt: "وقّعت {wallet} شيئًا غير الذي عُرض. لم يُرسَل شيء.",
  walletSignedWrongly: "توقيع {wallet} غير صحيح. لم يُرسَل شيء.",
  step_processed: "ظهرت",
  step_confirmed: "مؤكدة",
  step_finalized: "نهائية",
  state_sending: "تُرسَل المعاملة الموقّعة.",
  state_unknown:
    "أُرسلت ولا تُظهرها السلسلة بعد. تُرسَل المعاملة نفسها مرة أخرى حتى تصل أو يستحيل وصولها.",
  state_processed: "هي في كتلة، ويمكن التراجع عن هذه الكتلة بعد.",
  state_confirmed: "صوّت معظم الشبكة لكتلتها.",
  sendingRefused: "رُفض آخر إرسال: {reason}",
  buy: "شراء بالبطاقة",
  connect: "وصل المحفظة",
  newcomer: "الحصول على SOL وUSDC (محاكاة)",
  newcomerPending: "في الطريق…",
  newcomerHelp: "تحتاج المحفظة إلى عملات، وإلى قليل من SOL لرسوم الشبكة.",
  newcomerGiven: "وصلت إلى المحفظة عملات SOL وUSDC من المحاكاة.",
  newcomerRefused: "لم تُعطَ أي رموز. {reason}",
};

export default messages;
