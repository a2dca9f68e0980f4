import type { ApprovalMailTexts } from "./approval-texts.ts";

export const APPROVAL_AR: ApprovalMailTexts = {
  BUY: (order) => `شراء \u2066${order}\u2069`,
  SELL: (order) => `بيع \u2066${order}\u2069`,
  close: (order) => `إغلاق مركز \u2066${order}\u2069`,
  modify: (order) => `تعديل أمر مفتوح إلى \u2066${order}\u2069`,
  cancel: (order) => `إلغاء أمر \u2066${order}\u2069`,
  subject: (order) => `اقتراح ينتظر موافقتك: ${order}`,
  until: (time) => `يمكنك الموافقة عليه أو رفضه حتى \u2068${time}\u2069، ثم ينقضي.`,
  button: "مراجعة الاقتراح",
  safe: "لا يحدث شيء إلا إذا سجلت الدخول وراجعت الاقتراح ووقّعته بمحفظتك أو بمفتاح التداول. لا يمكن لهذه الرسالة أن توافق على شيء.",
  stop: (address) => `تصلك هذه الرسالة لأنك شغّلتها. يمكنك إيقافها من \u2066${address}\u2069`,
};
