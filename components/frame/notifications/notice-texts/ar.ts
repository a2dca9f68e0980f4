import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  "partner.level_up": "بلغت مستوى الشريك {to}",
  "partner.level_down": "انخفض مستوى الشريك إلى {to}",
  "partner.level_falls_72h": "سينخفض مستوى الشريك إلى {to} خلال ثلاثة أيام",
  "partner.level_falls_24h": "سينخفض مستوى الشريك إلى {to} خلال يوم",
  "partner.settlement_paid": "صُرفت دفعة الشريك بمبلغ {amount} USDC",
  "partner.settlement_failed": "فشلت دفعة الشريك بمبلغ {amount} USDC",
  "agentic.executed": "وُضع الأمر: {order}",
  "agentic.refused": "رُفض الأمر: {order}",
  "webhook.paused": "أُوقف الـ webhook مؤقتًا: {origin}",
  other: "مستجدات حسابك",
};

export default messages;
