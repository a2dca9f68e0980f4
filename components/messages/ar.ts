/** Every text of the interface in Arabic. Loaded on the server only. */

import chain from "#components/chain/messages/ar/chain.ts";
import venueErrors from "#components/data/messages/ar/venue-errors.ts";
import appBar from "#components/frame/messages/ar/app-bar.ts";
import commands from "#components/frame/messages/ar/commands.ts";
import notifications from "#components/frame/messages/ar/notifications.ts";
import preferences from "#components/frame/messages/ar/preferences.ts";
import settingsFrame from "#components/frame/messages/ar/settings-frame.ts";
import type { Messages } from "#components/i18n/sources.ts";
import signIn from "#components/identity/messages/ar/sign-in.ts";
import wallet from "#components/identity/messages/ar/wallet.ts";
import account from "#components/trading/messages/ar/account.ts";
import book from "#components/trading/messages/ar/book.ts";
import chart from "#components/trading/messages/ar/chart.ts";
import markets from "#components/trading/messages/ar/markets.ts";
import orders from "#components/trading/messages/ar/orders.ts";
import shell from "#components/trading/messages/ar/shell.ts";
import signing from "#components/trading/messages/ar/signing.ts";
import stream from "#components/trading/messages/ar/stream.ts";
import ticket from "#components/trading/messages/ar/ticket.ts";
import tradingKey from "#components/trading/messages/ar/trading-key.ts";
import transfers from "#components/trading/messages/ar/transfers.ts";
import shared from "#components/ui/messages/ar/shared.ts";
import ui from "#components/ui/messages/ar/ui.ts";
import type { PageLoaders } from "./en.ts";

export const everyPage: Messages = {
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
};

export const somePages: PageLoaders = {
  approvals: () => import("#components/assistants/messages/ar/approvals.ts"),
  assistantNotes: () => import("#components/assistants/messages/ar/assistant-notes.ts"),
  connectedApps: () => import("#components/assistants/messages/ar/connected-apps.ts"),
  consent: () => import("#components/assistants/messages/ar/consent.ts"),
  portfolio: () => import("#components/trading/messages/ar/portfolio.ts"),
  sessions: () => import("#components/identity/messages/ar/sessions.ts"),
  identity: () => import("#components/identity/messages/ar/identity.ts"),
  activity: () => import("#components/identity/messages/ar/activity.ts"),
  keys: () => import("#components/machines/messages/ar/keys.ts"),
  mcpKeys: () => import("#components/machines/messages/ar/mcp-keys.ts"),
  botKeys: () => import("#components/machines/messages/ar/bot-keys.ts"),
  venueKeys: () => import("#components/machines/messages/ar/venue-keys.ts"),
  partner: () => import("#components/partner/messages/ar/partner.ts"),
  partnerLink: () => import("#components/partner/messages/ar/partner-link.ts"),
  partnerPayouts: () => import("#components/partner/messages/ar/partner-payouts.ts"),
  partnerRecords: () => import("#components/partner/messages/ar/partner-records.ts"),
  swaps: () => import("#components/swaps/messages/ar/swaps.ts"),
  signals: () => import("#components/signals/messages/ar/signals.ts"),
  catalysts: () => import("#components/catalysts/messages/ar/catalysts.ts"),
  calendar: () => import("#components/catalysts/messages/ar/calendar.ts"),
  pictures: () => import("#components/catalysts/messages/ar/pictures.ts"),
  highlights: () => import("#components/catalysts/messages/ar/highlights.ts"),
  pushes: () => import("#components/pushes/messages/ar/pushes.ts"),
  webhooks: () => import("#components/webhooks/messages/ar/webhooks.ts"),
  vault: () => import("#components/vault/messages/ar/vault.ts"),
  partnerTerms: () => import("#components/partner/messages/ar/partner-terms.ts"),
  connect: () => import("#components/assistants/messages/ar/connect.ts"),
  assistantControls: () => import("#components/machines/messages/ar/assistant-controls.ts"),
  developers: () => import("#components/machines/messages/ar/developers.ts"),
  docs: () => import("#components/machines/messages/ar/docs.ts"),
};
