import type { PartnerMailTexts } from "./partner-texts.ts";

export const PARTNER_AR: PartnerMailTexts = {
  level_up: {
    subject: ({ to }) => `بلغت المستوى ${to} في برنامج الشركاء`,
    lead: ({ from, to, percent }) => [
      `رفعتك رسوم من أحلتهم من المستوى ${from} إلى المستوى ${to}: حصتك الآن \u2066${percent}%\u2069 من الرسوم التي يدفعونها.`,
    ],
  },
  level_down: {
    subject: ({ to }) => `مستواك في برنامج الشركاء الآن ${to}`,
    lead: ({ from, to, percent }) => [
      `مضى على بعض الرسوم أكثر من 30 يومًا أو أُلغيت، فانخفض مستواك من ${from} إلى ${to}: حصتك الآن \u2066${percent}%\u2069 من الرسوم التي يدفعها من أحلتهم.`,
    ],
  },
  level_falls: {
    subject: ({ from, hours }) => `ينتهي المستوى ${from} في برنامج الشركاء خلال ${hours} ساعة`,
    lead: ({ from, to, percent, at, toHold }) => [
      `في ${at} يمضي على بعض الرسوم 30 يومًا ولا تُحتسب بعدها. إن لم تأتِ رسوم جديدة ينخفض مستواك عندها من ${from} إلى ${to} وتصبح حصتك \u2066${percent}%\u2069.`,
      `تبقى على المستوى ${from} إذا دفع من أحلتهم نحو ${toHold} أخرى من الرسوم قبل ذلك.`,
    ],
  },
  settlement_paid: {
    subject: ({ amount }) => `دُفع لك ${amount}`,
    lead: ({ amount }) => [
      `وصلت إلى محفظتك دفعة قدرها ${amount}. تعرض صفحة الشريك الدفعة ومعاملتها.`,
    ],
  },
  settlement_failed: {
    subject: ({ amount }) => `فشلت دفعة قدرها ${amount}`,
    lead: ({ amount }) => [`تعذّر دفع ${amount}. تشمله الدفعة التالية، وسبب الفشل في صفحة الشريك.`],
  },
  button: "فتح صفحة الشريك",
  rounded: "المبالغ هنا مقرّبة، وهي كاملة في صفحة الشريك.",
  unsubscribe: (site) =>
    `يرسل إليك ${site} هذه الرسالة لأن الإشعارات بالبريد مفعّلة. يمكنك إيقافها ضمن «الإشعارات» في صفحة الشريك.`,
  stop: "إيقاف هذه الرسائل",
};
