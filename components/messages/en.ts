/** Every text of the interface in English, and its keys for the types of `components/i18n`. Loaded on the server only. */

import chain from "#components/chain/messages/en/chain.ts";
import venueErrors from "#components/data/messages/en/venue-errors.ts";
import appBar from "#components/frame/messages/en/app-bar.ts";
import commands from "#components/frame/messages/en/commands.ts";
import notifications from "#components/frame/messages/en/notifications.ts";
import preferences from "#components/frame/messages/en/preferences.ts";
import settingsFrame from "#components/frame/messages/en/settings-frame.ts";
import type { PageMessages } from "#components/i18n/sources.ts";
import signIn from "#components/identity/messages/en/sign-in.ts";
import wallet from "#components/identity/messages/en/wallet.ts";
import account from "#components/trading/messages/en/account.ts";
import book from "#components/trading/messages/en/book.ts";
import chart from "#components/trading/messages/en/chart.ts";
import markets from "#components/trading/messages/en/markets.ts";
import orders from "#components/trading/messages/en/orders.ts";
import shell from "#components/trading/messages/en/shell.ts";
import signing from "#components/trading/messages/en/signing.ts";
import stream from "#components/trading/messages/en/stream.ts";
import ticket from "#components/trading/messages/en/ticket.ts";
import tradingKey from "#components/trading/messages/en/trading-key.ts";
import transfers from "#components/trading/messages/en/transfers.ts";
import shared from "#components/ui/messages/en/shared.ts";
import ui from "#components/ui/messages/en/ui.ts";

/** Texts of every page. */
export const everyPage = {
  signing,
  orders,
  ticket,
  chart,
  book,
  account,
  shell,
  wallet,
  stream,
  markets,
  appBar,
  commands,
  preferences,
  notifications,
  tradingKey,
  transfers,
  chain,
  shared,
  ui,
  venueErrors,
  settingsFrame,
  signIn,
} as const;

/** Texts of some pages, each loaded by the pages that show them. */
export const somePages = {
  approvals: () => import("#components/assistants/messages/en/approvals.ts"),
  assistantNotes: () => import("#components/assistants/messages/en/assistant-notes.ts"),
  connectedApps: () => import("#components/assistants/messages/en/connected-apps.ts"),
  consent: () => import("#components/assistants/messages/en/consent.ts"),
  portfolio: () => import("#components/trading/messages/en/portfolio.ts"),
  sessions: () => import("#components/identity/messages/en/sessions.ts"),
  identity: () => import("#components/identity/messages/en/identity.ts"),
  activity: () => import("#components/identity/messages/en/activity.ts"),
  keys: () => import("#components/machines/messages/en/keys.ts"),
  mcpKeys: () => import("#components/machines/messages/en/mcp-keys.ts"),
  botKeys: () => import("#components/machines/messages/en/bot-keys.ts"),
  venueKeys: () => import("#components/machines/messages/en/venue-keys.ts"),
  partner: () => import("#components/partner/messages/en/partner.ts"),
  partnerLink: () => import("#components/partner/messages/en/partner-link.ts"),
  partnerPayouts: () => import("#components/partner/messages/en/partner-payouts.ts"),
  partnerRecords: () => import("#components/partner/messages/en/partner-records.ts"),
  swaps: () => import("#components/swaps/messages/en/swaps.ts"),
  signals: () => import("#components/signals/messages/en/signals.ts"),
  catalysts: () => import("#components/catalysts/messages/en/catalysts.ts"),
  calendar: () => import("#components/catalysts/messages/en/calendar.ts"),
  pictures: () => import("#components/catalysts/messages/en/pictures.ts"),
  highlights: () => import("#components/catalysts/messages/en/highlights.ts"),
  pushes: () => import("#components/pushes/messages/en/pushes.ts"),
  webhooks: () => import("#components/webhooks/messages/en/webhooks.ts"),
  vault: () => import("#components/vault/messages/en/vault.ts"),
  partnerTerms: () => import("#components/partner/messages/en/partner-terms.ts"),
  connect: () => import("#components/assistants/messages/en/connect.ts"),
  assistantControls: () => import("#components/machines/messages/en/assistant-controls.ts"),
  developers: () => import("#components/machines/messages/en/developers.ts"),
  docs: () => import("#components/machines/messages/en/docs.ts"),
} as const;

type EveryPage = typeof everyPage;
type SomePages = {
  [Feature in keyof typeof somePages]: Awaited<ReturnType<(typeof somePages)[Feature]>>["default"];
};

declare module "#components/i18n/sources.ts" {
  interface Sources extends EveryPage {}
  interface PageSources extends SomePages {}
}

/** The same in another language. */
export type PageLoaders = {
  readonly [Feature in keyof SomePages]: () => Promise<{ default: PageMessages[Feature] }>;
};
