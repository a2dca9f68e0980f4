import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  "partner.level_up": "بلغت مستوى الشريك {to}",
  "partner.level_down": "انخفض مستوى الشريك إلى {to}",
  "partner.level_falls_72h": "سينخفض مستوى الشريك إلى {to} خلال 72 ساعة",
  "partner.level_falls_24h": "سينخفض مستوى الشريك إلى {to} خلال 24 ساعة",
  "partner.settlement_paid": "صُرفت دفعة الشريك بمبلغ {amount} USDC",
  "partner.settlement_failed": "فشلت دفعة الشريك بمبلغ {amount} USDC",
  "agentic.executed": "وُضع الأمر: {order}",
  "agentic.refused": "رُفض الأمر: {order}",
  "webhook.paused": "أُوقف الـ webhook مؤقتًا: {webhook}",
  "security.session_opened": "تسجيل دخول من متصفح جديد. لم تكن أنت؟ اخرج من كل الأجهزة.",
  "security.identity_linked": "أُضيفت طريقة دخول: \u2068{name}\u2069",
  "security.identity_unlinked": "حُذفت طريقة دخول: \u2068{name}\u2069",
  "security.mcp_key_created": "مفتاح MCP جديد: \u2068{name}\u2069",
  "security.mcp_key_rotated": "استُبدل مفتاح MCP: \u2068{name}\u2069",
  "security.bot_key_created": "مفتاح روبوت جديد: \u2068{name}\u2069",
  "security.app_connected": "اتصل تطبيق: \u2068{name}\u2069",
  "security.app_token_reused": "فُصل التطبيق \u2068{name}\u2069: أُرسل مرة أخرى رمز سبق استخدامه.",
  "security.assistants_paused": "أُوقف جميع المساعدين مؤقتًا",
  "security.assistants_resumed": "يمكن للمساعدين التصرف باسمك من جديد",
  "security.proposal_limits_set": "تغيّرت الحدود: \u2068{name}\u2069",
  "security.default_limits_set": "تغيّرت حدود جميع المساعدين الآخرين",
  "security.push_browser_added": "الإشعارات: أُضيف متصفح (\u2068{name}\u2069)",
  "security.trading_key_registered": "سُجّل مفتاح تداول: \u2068{name}\u2069",
  "security.payout_wallet_changed": "محفظة الدفعات الجديدة: \u2068{name}\u2069",
  "security.withdrawal_requested": "طُلب سحب \u2068{name} USDC\u2069",
  "security.account_deleted": "حُذف الحساب",
  other: "مستجدات حسابك",
};

export default messages;
