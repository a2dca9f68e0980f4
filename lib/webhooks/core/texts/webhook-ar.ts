import type { WebhookMailTexts } from "./webhook-texts.ts";

export const WEBHOOK_AR: WebhookMailTexts = {
  where: ({ name, origin }) =>
    name === null ? `لدى \u2066${origin}\u2069` : `«\u2068${name}\u2069» لدى \u2066${origin}\u2069`,
  subject: (where) => `أُوقف مؤقتًا الـ webhook ${where}`,
  failures: ({ where, error }) =>
    `فشلت سبع محاولات لتسليم حدث إلى الـ webhook ${where}. آخر خطأ: \u2068${error}\u2069.`,
  errors: {
    aborted: "طلب المستلم عدم المحاولة مجددًا",
    disabled: "طلب المستلم إيقاف التسليم",
    rejected: "لم تنشر خدمة المحادثة الرسالة",
    timeout: "لا رد خلال 5 ثوانٍ",
    no_address: "لم يُعثر على اسم المضيف",
    target_refused: "العنوان غير مسموح به",
    unreachable: "تعذّر الاتصال",
    lost: "انقطعت عدة مرات",
  },
  secret: ({ where }) =>
    `لم تعد قراءة أسرار الـ webhook ${where} ممكنة، ولا يُرسل شيء من دون توقيع. أضف سرًا جديدًا ثم استأنف الـ webhook.`,
  headers: ({ where }) =>
    `لم تعد قراءة ترويسة أضفتها إلى الـ webhook ${where} ممكنة، ولا يُرسل شيء من دونها. عيّن ترويساتك من جديد ثم استأنف الـ webhook.`,
  receiver: ({ where, error }) =>
    `طلب مستلم الـ webhook ${where} إيقاف التسليم (\u2066${error}\u2069). استأنفه عندما يقبل خادمه التسليمات من جديد.`,
  operator: ({ where, note }) =>
    `أوقف مشغّل هذه الخدمة مؤقتًا الـ webhook ${where}: «\u2068${note}\u2069». لا يستأنفه إلا المشغّل، فتواصل معه.`,
  waiting: "تنتظر الأحداث وتُرسل، الأقدم أولًا، بعد استئناف الـ webhook.",
  button: "فتح الـ webhook",
  why: (site) => `يرسل إليك \u2066${site}\u2069 هذه الرسالة لأن الـ webhook يخص حسابك.`,
};
