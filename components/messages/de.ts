/** Every text of the interface in German. Loaded on the server only. */

import approvals from "#components/assistants/approvals/messages/de.ts";
import connectedApps from "#components/assistants/apps/messages/de.ts";
import consent from "#components/assistants/consent/messages/de.ts";
import assistantNotes from "#components/assistants/notes/messages/de.ts";
import chain from "#components/chain/messages/de.ts";
import venueErrors from "#components/data/errors/messages/de.ts";
import appBar from "#components/frame/bar/messages/de.ts";
import commands from "#components/frame/commands/messages/de.ts";
import notifications from "#components/frame/notifications/messages/de.ts";
import preferences from "#components/frame/preferences/messages/de.ts";
import settingsFrame from "#components/frame/settings/messages/de.ts";
import type { Messages } from "#components/i18n/sources.ts";
import activity from "#components/identity/activity/messages/de.ts";
import sessions from "#components/identity/sessions/messages/de.ts";
import signIn from "#components/identity/sign-in/messages/de.ts";
import wallet from "#components/identity/wallet/messages/de.ts";
import identity from "#components/identity/ways/messages/de.ts";
import botKeys from "#components/machines/bot-keys/messages/de.ts";
import mcpKeys from "#components/machines/mcp-keys/messages/de.ts";
import keys from "#components/machines/parts/messages/de.ts";
import venueKeys from "#components/machines/venue-keys/messages/de.ts";
import partner from "#components/partner/earnings/messages/de.ts";
import partnerLink from "#components/partner/link/messages/de.ts";
import partnerPayouts from "#components/partner/payouts/messages/de.ts";
import partnerRecords from "#components/partner/records/messages/de.ts";
import account from "#components/trading/account/messages/de.ts";
import portfolio from "#components/trading/account/portfolio/messages/de.ts";
import book from "#components/trading/book/messages/de.ts";
import chart from "#components/trading/chart/messages/de.ts";
import stream from "#components/trading/live/messages/de.ts";
import markets from "#components/trading/markets/messages/de.ts";
import shell from "#components/trading/screen/messages/de.ts";
import tradingKey from "#components/trading/setup/messages/de.ts";
import signing from "#components/trading/signing/messages/de.ts";
import ticket from "#components/trading/ticket/messages/de.ts";
import transfers from "#components/trading/transfers/messages/de.ts";
import orders from "#components/trading/writes/messages/de.ts";
import ui from "#components/ui/messages/de.ts";

export const german: Messages = {
  signing,
  orders,
  ticket,
  chart,
  book,
  account,
  portfolio,
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
  partnerPayouts,
  partnerRecords,
};
