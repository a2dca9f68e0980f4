/** Every text of the interface in Arabic. Loaded on the server only. */

import account from "#components/account/messages/ar.ts";
import activity from "#components/activity/messages/ar.ts";
import approvals from "#components/approvals/messages/ar.ts";
import assistantNotes from "#components/assistant-notes/messages/ar.ts";
import botKeys from "#components/bot-keys/messages/ar.ts";
import chart from "#components/chart/messages/ar.ts";
import commands from "#components/commands/messages/ar.ts";
import connectedApps from "#components/connected-apps/messages/ar.ts";
import consent from "#components/consent/messages/ar.ts";
import type { Messages } from "#components/i18n/messages.ts";
import identity from "#components/identity/messages/ar.ts";
import keys from "#components/keys/messages/ar.ts";
import stream from "#components/market-stream/messages/ar.ts";
import markets from "#components/markets/messages/ar.ts";
import mcpKeys from "#components/mcp-keys/messages/ar.ts";
import notifications from "#components/notifications/messages/ar.ts";
import book from "#components/order-book/messages/ar.ts";
import ticket from "#components/order-ticket/messages/ar.ts";
import orders from "#components/orders/messages/ar.ts";
import partner from "#components/partner/messages/ar.ts";
import partnerLink from "#components/partner-link/messages/ar.ts";
import partnerRecords from "#components/partner-records/messages/ar.ts";
import preferences from "#components/preferences/messages/ar.ts";
import sessions from "#components/sessions/messages/ar.ts";
import settingsFrame from "#components/settings-frame/messages/ar.ts";
import shell from "#components/shell/messages/ar.ts";
import signIn from "#components/sign-in/messages/ar.ts";
import signing from "#components/signing/messages/ar.ts";
import tradingKey from "#components/trading-key/messages/ar.ts";
import ui from "#components/ui/messages/ar.ts";
import venueErrors from "#components/venue-errors/messages/ar.ts";
import venueKeys from "#components/venue-keys/messages/ar.ts";
import wallet from "#components/wallet/messages/ar.ts";

export const arabic: Messages = {
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
  commands,
  preferences,
  notifications,
  tradingKey,
  ui,
  venueErrors,
  settingsFrame,
  activity,
  approvals,
  sessions,
  identity,
  signIn,
  keys,
  mcpKeys,
  botKeys,
  venueKeys,
  consent,
  connectedApps,
  assistantNotes,
  partner,
  partnerLink,
  partnerRecords,
};
