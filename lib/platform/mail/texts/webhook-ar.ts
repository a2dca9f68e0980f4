import type { WebhookMailTexts } from "./mail-texts.ts";

export const WEBHOOK_AR: WebhookMailTexts = {
  subject: (origin) => `أُوقف خطاف الويب لدى \u2066${origin}\u2069`,
  failures: ({ origin, error }) =>
    `فشلت سبع محاولات لتسليم حدث إلى خطاف الويب لدى \u2066${origin}\u2069. سبب فشل الأخيرة: \u2068${error}\u2069.`,
  errors: {
    timeout: "لا رد خلال 5 ثوانٍ",
    no_address: "لا عنوان لهذا الاسم",
    target_refused: "لا يُسمح بالتسليم إلى هذا العنوان",
    unreachable: "تعذّر الاتصال",
    lost: "انقطعت مرة بعد مرة",
  },
  secret: ({ origin }) =>
    `لم تعد قراءة أسرار خطاف الويب لدى \u2066${origin}\u2069 ممكنة، ولا يُرسل شيء من دون توقيع. أضف سرًا جديدًا ثم استأنف خطاف الويب.`,
  waiting: "لا يضيع شيء: تنتظر الأحداث وتُرسل، الأقدم أولًا، بعد أن تستأنف خطاف الويب.",
  button: "فتح خطاف الويب",
  why: (site) => `يرسل إليك \u2066${site}\u2069 هذه الرسالة لأن خطاف الويب يخص حسابك.`,
};
