import type { MailTexts } from "./link-texts.ts";

export const AR: MailTexts = {
  "sign-in": {
    subject: (site) => `تسجيل الدخول إلى ${site}`,
    lead: (site) => `طلب شخص ما، على الأرجح أنت، تسجيل الدخول إلى ${site} بهذا العنوان.`,
    button: "تسجيل الدخول",
  },
  link: {
    subject: (site) => `ربط هذا العنوان بحسابك في ${site}`,
    lead: (site) =>
      `طلب شخص ما، على الأرجح أنت، ربط هذا العنوان بحساب في ${site}. افتح الرابط في المتصفح الذي طلبته منه.`,
    button: "ربط العنوان",
  },
  prove: {
    subject: (site) => `تأكيد هويتك في ${site}`,
    lead: (site) => `يطلب منك ${site} تأكيد هويتك. افتح الرابط في المتصفح الذي طلبته منه.`,
    button: "تأكيد",
  },
  limits: (minutes) => `يعمل الرابط مرة واحدة ولمدة ${minutes} دقيقة.`,
  unasked: "إذا لم تطلب ذلك فلا تفعل شيئًا: لن يحدث أي شيء من دون الرابط.",
};
