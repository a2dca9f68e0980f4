import type en from "#components/frame/messages/en/notifications.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  bell: "الإشعارات",
  bellUnread: {
    zero: "الإشعارات، لا جديد",
    one: "الإشعارات، {count} إشعار غير مقروء",
    two: "الإشعارات، {count} إشعاران غير مقروءين",
    few: "الإشعارات، {count} إشعارات غير مقروءة",
    many: "الإشعارات، {count} إشعارًا غير مقروء",
    other: "الإشعارات، {count} إشعار غير مقروء",
  },
  open: "عرض الإشعارات",
  none: "لا توجد إشعارات.",
  noneDetail: "تُحفظ في هذا المتصفح إشعارات أوامرك وتنفيذاتك وأخطائها.",
  clear: "مسح الكل",
  copy: "نسخ هذا الإشعار",
  remove: "إزالة هذا الإشعار",
  good: "تم",
  bad: "فشل",
  neutral: "ملاحظة",
  fromService: "من الخدمة",
  settings: "إعدادات الإشعارات",
  waitingApprovals: {
    zero: "لا أوامر تنتظر موافقتك",
    one: "أمر واحد ينتظر موافقتك",
    two: "أمران ينتظران موافقتك",
    few: "{count} أوامر تنتظر موافقتك",
    many: "{count} أمرًا تنتظر موافقتك",
    other: "{count} أمر تنتظر موافقتك",
  },
  proposal: "أرسل {name} اقتراحًا. وهو ينتظر موافقتك.",
};

export default messages;
