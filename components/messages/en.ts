/** Every text of the interface in English, and its keys for the types of `components/i18n`. Loaded on the server only. */

import approvals from "#components/assistants/approvals/messages/en.ts";
import connectedApps from "#components/assistants/apps/messages/en.ts";
import consent from "#components/assistants/consent/messages/en.ts";
import assistantNotes from "#components/assistants/notes/messages/en.ts";
import chain from "#components/chain/messages/en.ts";
import venueErrors from "#components/data/errors/messages/en.ts";
import appBar from "#components/frame/bar/messages/en.ts";
import commands from "#components/frame/commands/messages/en.ts";
import notifications from "#components/frame/notifications/messages/en.ts";
import preferences from "#components/frame/preferences/messages/en.ts";
import settingsFrame from "#components/frame/settings/messages/en.ts";
import activity from "#components/identity/activity/messages/en.ts";
import sessions from "#components/identity/sessions/messages/en.ts";
import signIn from "#components/identity/sign-in/messages/en.ts";
import wallet from "#components/identity/wallet/messages/en.ts";
import identity from "#components/identity/ways/messages/en.ts";
import botKeys from "#components/machines/bot-keys/messages/en.ts";
import mcpKeys from "#components/machines/mcp-keys/messages/en.ts";
import keys from "#components/machines/parts/messages/en.ts";
import venueKeys from "#components/machines/venue-keys/messages/en.ts";
import partner from "#components/partner/earnings/messages/en.ts";
import partnerLink from "#components/partner/link/messages/en.ts";
import partnerPayouts from "#components/partner/payouts/messages/en.ts";
import partnerRecords from "#components/partner/records/messages/en.ts";
import account from "#components/trading/account/messages/en.ts";
import portfolio from "#components/trading/account/portfolio/messages/en.ts";
import book from "#components/trading/book/messages/en.ts";
import chart from "#components/trading/chart/messages/en.ts";
import stream from "#components/trading/live/messages/en.ts";
import markets from "#components/trading/markets/messages/en.ts";
import shell from "#components/trading/screen/messages/en.ts";
import tradingKey from "#components/trading/setup/messages/en.ts";
import signing from "#components/trading/signing/messages/en.ts";
import ticket from "#components/trading/ticket/messages/en.ts";
import transfers from "#components/trading/transfers/messages/en.ts";
import orders from "#components/trading/writes/messages/en.ts";
import ui from "#components/ui/messages/en.ts";

export const english = {
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
} as const;

type English = typeof english;

declare module "#components/i18n/sources.ts" {
  interface Sources extends English {}
}
