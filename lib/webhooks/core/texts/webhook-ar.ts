import type { WebhookMailTexts } from "./webhook-texts.ts";

export const WEBHOOK_AR: WebhookMailTexts = {
  subject: (origin) => `أُوقف مؤقتًا الـ webhook لدى \u2066${origin}\u2069`,
  failures: ({ origin, error }) =>
    `فشلت سبع محاولات لتسليم حدث إلى الـ webhook لدى \u2066${origin}\u2069. آخر خطأ: \u2068${error}\u2069.`,
  errors: {
    aborted: "طلب المستلم عدم المحاولة مجددًا",
    disabled: "طلب المستلم إيقاف التسليم",
    timeout: "لا رد خلال 5 ثوانٍ",
    no_address: "لم يُعثر على اسم المضيف",
    target_refused: "العنوان غير مسموح به",
    unreachable: "تعذّر الاتصال",
    lost: "انقطعت عدة مرات",
  },
  secret: ({ origin }) =>
    `لم تعد قراءة أسرار الـ webhook لدى \u2066${origin}\u2069 ممكنة، ولا يُرسل شيء من دون توقيع. أضف سرًا جديدًا ثم استأنف الـ webhook.`,
  receiver: ({ origin }) =>
    `أجاب الـ webhook لدى \u2066${origin}\u2069 بالترويسة \u2066webhook-delivery: disable\u2069، أي إنه لا يريد تسليمات أخرى. استأنفه عندما يقبلها خادمه من جديد.`,
  operator: ({ origin, note }) =>
    `أوقف مشغّل هذه الخدمة مؤقتًا الـ webhook لدى \u2066${origin}\u2069: «\u2068${note}\u2069». لا يستأنفه إلا المشغّل، فتواصل معه.`,
  waiting: "تنتظر الأحداث وتُرسل، الأقدم أولًا، بعد استئناف الـ webhook.",
  button: "فتح الـ webhook",
  why: (site) => `يرسل إليك \u2066${site}\u2069 هذه الرسالة لأن الـ webhook يخص حسابك.`,
};
