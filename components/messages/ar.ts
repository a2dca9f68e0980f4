/** Every text of the interface in Arabic. Loaded on the server only. */

import approvals from "#components/assistants/approvals/messages/ar.ts";
import connectedApps from "#components/assistants/apps/messages/ar.ts";
import consent from "#components/assistants/consent/messages/ar.ts";
import assistantNotes from "#components/assistants/notes/messages/ar.ts";
import chain from "#components/chain/messages/ar.ts";
import venueErrors from "#components/data/errors/messages/ar.ts";
import appBar from "#components/frame/bar/messages/ar.ts";
import commands from "#components/frame/commands/messages/ar.ts";
import notifications from "#components/frame/notifications/messages/ar.ts";
import preferences from "#components/frame/preferences/messages/ar.ts";
import settingsFrame from "#components/frame/settings/messages/ar.ts";
import type { Messages } from "#components/i18n/sources.ts";
import activity from "#components/identity/activity/messages/ar.ts";
import sessions from "#components/identity/sessions/messages/ar.ts";
import signIn from "#components/identity/sign-in/messages/ar.ts";
import wallet from "#components/identity/wallet/messages/ar.ts";
import identity from "#components/identity/ways/messages/ar.ts";
import botKeys from "#components/machines/bot-keys/messages/ar.ts";
import mcpKeys from "#components/machines/mcp-keys/messages/ar.ts";
import keys from "#components/machines/parts/messages/ar.ts";
import venueKeys from "#components/machines/venue-keys/messages/ar.ts";
import partner from "#components/partner/earnings/messages/ar.ts";
import partnerLink from "#components/partner/link/messages/ar.ts";
import partnerPayouts from "#components/partner/payouts/messages/ar.ts";
import partnerRecords from "#components/partner/records/messages/ar.ts";
import account from "#components/trading/account/messages/ar.ts";
import portfolio from "#components/trading/account/portfolio/messages/ar.ts";
import book from "#components/trading/book/messages/ar.ts";
import chart from "#components/trading/chart/messages/ar.ts";
import stream from "#components/trading/live/messages/ar.ts";
import markets from "#components/trading/markets/messages/ar.ts";
import shell from "#components/trading/screen/messages/ar.ts";
import tradingKey from "#components/trading/setup/messages/ar.ts";
import signing from "#components/trading/signing/messages/ar.ts";
import ticket from "#components/trading/ticket/messages/ar.ts";
import transfers from "#components/trading/transfers/messages/ar.ts";
import orders from "#components/trading/writes/messages/ar.ts";
import ui from "#components/ui/messages/ar.ts";

export const arabic: Messages = {
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
