import type { WebhookMailTexts } from "./mail-texts.ts";

export const WEBHOOK_AR: WebhookMailTexts = {
  subject: (origin) => `أُوقف مؤقتًا الـ webhook لدى \u2066${origin}\u2069`,
  failures: ({ origin, error }) =>
    `فشلت سبع محاولات لتسليم حدث إلى الـ webhook لدى \u2066${origin}\u2069. سبب فشل الأخيرة: \u2068${error}\u2069.`,
  errors: {
    timeout: "لا رد خلال 5 ثوانٍ",
    no_address: "لا عنوان لهذا الاسم",
    target_refused: "لا يُسمح بالتسليم إلى هذا العنوان",
    unreachable: "تعذّر الاتصال",
    lost: "انقطعت مرة بعد مرة",
  },
  secret: ({ origin }) =>
    `لم تعد قراءة أسرار الـ webhook لدى \u2066${origin}\u2069 ممكنة، ولا يُرسل شيء من دون توقيع. أضف سرًا جديدًا ثم استأنف الـ webhook.`,
  operator: ({ origin, note }) =>
    `أوقف مشغّل هذه الخدمة مؤقتًا الـ webhook لدى \u2066${origin}\u2069: «\u2068${note}\u2069». لا يستأنفه إلا المشغّل، فتواصل معه.`,
  waiting: "لا يضيع شيء: تنتظر الأحداث وتُرسل، الأقدم أولًا، بعد استئناف الـ webhook.",
  button: "فتح الـ webhook",
  why: (site) => `يرسل إليك \u2066${site}\u2069 هذه الرسالة لأن الـ webhook يخص حسابك.`,
};
