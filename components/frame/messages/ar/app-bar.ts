import type en from "#components/frame/messages/en/app-bar.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  skip: "الانتقال إلى المحتوى",
  pages: "الصفحات الرئيسية",
  trade: "التداول",
  swap: "مبادلة",
  catalysts: "المحفّزات",
  signals: "الإشارات",
  calendar: "التقويم",
  portfolio: "المحفظة",
  partner: "الشركاء",
  developers: "المطورون",
  approvals: "الموافقات",
  menu: "القائمة",
  home: "svc، الصفحة الرئيسية",
  online: "مباشر",
  offline: "غير متصل",
  onlineHelp: "ردّت الخدمة على آخر طلب لهذه الصفحة.",
  offlineHelp: "لم يصل رد على آخر طلب لهذه الصفحة. تُعاد المحاولة.",
};

export default messages;
