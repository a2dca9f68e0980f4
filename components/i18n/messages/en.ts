/** Every text of the interface in English. Loaded on the server only. */

import account from "#components/account/messages/en.ts";
import activity from "#components/activity/messages/en.ts";
import approvals from "#components/approvals/messages/en.ts";
import assistantNotes from "#components/assistant-notes/messages/en.ts";
import botKeys from "#components/bot-keys/messages/en.ts";
import chart from "#components/chart/messages/en.ts";
import commands from "#components/commands/messages/en.ts";
import connectedApps from "#components/connected-apps/messages/en.ts";
import consent from "#components/consent/messages/en.ts";
import identity from "#components/identity/messages/en.ts";
import keys from "#components/keys/messages/en.ts";
import stream from "#components/market-stream/messages/en.ts";
import markets from "#components/markets/messages/en.ts";
import mcpKeys from "#components/mcp-keys/messages/en.ts";
import notifications from "#components/notifications/messages/en.ts";
import book from "#components/order-book/messages/en.ts";
import ticket from "#components/order-ticket/messages/en.ts";
import orders from "#components/orders/messages/en.ts";
import partner from "#components/partner/messages/en.ts";
import partnerLink from "#components/partner-link/messages/en.ts";
import partnerRecords from "#components/partner-records/messages/en.ts";
import preferences from "#components/preferences/messages/en.ts";
import sessions from "#components/sessions/messages/en.ts";
import settingsFrame from "#components/settings-frame/messages/en.ts";
import shell from "#components/shell/messages/en.ts";
import signIn from "#components/sign-in/messages/en.ts";
import signing from "#components/signing/messages/en.ts";
import tradingKey from "#components/trading-key/messages/en.ts";
import ui from "#components/ui/messages/en.ts";
import venueErrors from "#components/venue-errors/messages/en.ts";
import venueKeys from "#components/venue-keys/messages/en.ts";
import wallet from "#components/wallet/messages/en.ts";

export const english = {
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
} as const;
