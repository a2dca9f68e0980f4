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
  online: "Live",
  offline: "Offline",
  onlineHelp: "The service answered the last request of this page.",
  offlineHelp: "The last request of this page got no answer. Trying again.",
} as const satisfies MessageFile;

export default messages;
