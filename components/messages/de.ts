/** Every text of the interface in German. Loaded on the server only. */

import chain from "#components/chain/messages/de/chain.ts";
import venueErrors from "#components/data/messages/de/venue-errors.ts";
import appBar from "#components/frame/messages/de/app-bar.ts";
import commands from "#components/frame/messages/de/commands.ts";
import notifications from "#components/frame/messages/de/notifications.ts";
import preferences from "#components/frame/messages/de/preferences.ts";
import settingsFrame from "#components/frame/messages/de/settings-frame.ts";
import type { Messages } from "#components/i18n/sources.ts";
import signIn from "#components/identity/messages/de/sign-in.ts";
import wallet from "#components/identity/messages/de/wallet.ts";
import account from "#components/trading/messages/de/account.ts";
import book from "#components/trading/messages/de/book.ts";
import chart from "#components/trading/messages/de/chart.ts";
import markets from "#components/trading/messages/de/markets.ts";
import orders from "#components/trading/messages/de/orders.ts";
import shell from "#components/trading/messages/de/shell.ts";
import signing from "#components/trading/messages/de/signing.ts";
import stream from "#components/trading/messages/de/stream.ts";
import ticket from "#components/trading/messages/de/ticket.ts";
import tradingKey from "#components/trading/messages/de/trading-key.ts";
import transfers from "#components/trading/messages/de/transfers.ts";
import shared from "#components/ui/messages/de/shared.ts";
import ui from "#components/ui/messages/de/ui.ts";
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
  approvals: () => import("#components/assistants/messages/de/approvals.ts"),
  assistantNotes: () => import("#components/assistants/messages/de/assistant-notes.ts"),
  connectedApps: () => import("#components/assistants/messages/de/connected-apps.ts"),
  consent: () => import("#components/assistants/messages/de/consent.ts"),
  portfolio: () => import("#components/trading/messages/de/portfolio.ts"),
  sessions: () => import("#components/identity/messages/de/sessions.ts"),
  identity: () => import("#components/identity/messages/de/identity.ts"),
  activity: () => import("#components/identity/messages/de/activity.ts"),
  keys: () => import("#components/machines/messages/de/keys.ts"),
  mcpKeys: () => import("#components/machines/messages/de/mcp-keys.ts"),
  botKeys: () => import("#components/machines/messages/de/bot-keys.ts"),
  venueKeys: () => import("#components/machines/messages/de/venue-keys.ts"),
  partner: () => import("#components/partner/messages/de/partner.ts"),
  partnerLink: () => import("#components/partner/messages/de/partner-link.ts"),
  partnerPayouts: () => import("#components/partner/messages/de/partner-payouts.ts"),
  partnerRecords: () => import("#components/partner/messages/de/partner-records.ts"),
  swaps: () => import("#components/swaps/messages/de/swaps.ts"),
  signals: () => import("#components/signals/messages/de/signals.ts"),
  catalysts: () => import("#components/catalysts/messages/de/catalysts.ts"),
  calendar: () => import("#components/catalysts/messages/de/calendar.ts"),
  pictures: () => import("#components/catalysts/messages/de/pictures.ts"),
  highlights: () => import("#components/catalysts/messages/de/highlights.ts"),
  pushes: () => import("#components/pushes/messages/de/pushes.ts"),
  webhooks: () => import("#components/webhooks/messages/de/webhooks.ts"),
  vault: () => import("#components/vault/messages/de/vault.ts"),
  partnerTerms: () => import("#components/partner/messages/de/partner-terms.ts"),
  connect: () => import("#components/assistants/messages/de/connect.ts"),
  assistantControls: () => import("#components/machines/messages/de/assistant-controls.ts"),
  developers: () => import("#components/machines/messages/de/developers.ts"),
  docs: () => import("#components/machines/messages/de/docs.ts"),
};
