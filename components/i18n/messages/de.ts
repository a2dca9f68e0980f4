/** Every text of the interface in German. Loaded on the server only. */

import account from "#components/account/messages/de.ts";
import activity from "#components/activity/messages/de.ts";
import approvals from "#components/approvals/messages/de.ts";
import assistantNotes from "#components/assistant-notes/messages/de.ts";
import botKeys from "#components/bot-keys/messages/de.ts";
import chart from "#components/chart/messages/de.ts";
import commands from "#components/commands/messages/de.ts";
import connectedApps from "#components/connected-apps/messages/de.ts";
import consent from "#components/consent/messages/de.ts";
import type { Messages } from "#components/i18n/messages.ts";
import identity from "#components/identity/messages/de.ts";
import keys from "#components/keys/messages/de.ts";
import stream from "#components/market-stream/messages/de.ts";
import markets from "#components/markets/messages/de.ts";
import mcpKeys from "#components/mcp-keys/messages/de.ts";
import notifications from "#components/notifications/messages/de.ts";
import book from "#components/order-book/messages/de.ts";
import ticket from "#components/order-ticket/messages/de.ts";
import orders from "#components/orders/messages/de.ts";
import partner from "#components/partner/messages/de.ts";
import partnerLink from "#components/partner-link/messages/de.ts";
import partnerRecords from "#components/partner-records/messages/de.ts";
import preferences from "#components/preferences/messages/de.ts";
import sessions from "#components/sessions/messages/de.ts";
import settingsFrame from "#components/settings-frame/messages/de.ts";
import shell from "#components/shell/messages/de.ts";
import signIn from "#components/sign-in/messages/de.ts";
import signing from "#components/signing/messages/de.ts";
import tradingKey from "#components/trading-key/messages/de.ts";
import ui from "#components/ui/messages/de.ts";
import venueErrors from "#components/venue-errors/messages/de.ts";
import venueKeys from "#components/venue-keys/messages/de.ts";
import wallet from "#components/wallet/messages/de.ts";

export const german: Messages = {
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
