import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  skip: "Skip to content",
  pages: "Main pages",
  trade: "Trade",
  swap: "Swap",
  catalysts: "Catalysts",
  signals: "Signals",
  calendar: "Calendar",
  portfolio: "Portfolio",
  partner: "Partner",
  developers: "Developers",
  approvals: "Approvals",
  menu: "Menu",
  home: "svc, start page",
  online: "Online",
  offline: "Offline",
  onlineHelp: "The service responded to the last request of this page.",
  offlineHelp: "The last request of this page got no answer. It tries again.",
} as const satisfies MessageFile;

export default messages;
