import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  bell: "Notifications",
  bellUnread: {
    one: "Notifications, {count} unread",
    other: "Notifications, {count} unread",
  },
  open: "Show notifications",
  none: "No notifications.",
  noneDetail: "Notifications about your orders, fills and failures are stored in this browser.",
  clear: "Clear all",
  copy: "Copy this notification",
  remove: "Remove this notification",
  good: "Done",
  bad: "Failed",
  neutral: "Note",
  fromService: "From the service",
  settings: "Notification settings",
  waitingApprovals: {
    one: "{count} order is waiting for your approval",
    other: "{count} orders are waiting for your approval",
  },
  proposal: "{name} sent a proposal. It is waiting for your approval.",
} as const satisfies MessageFile;

export default messages;
