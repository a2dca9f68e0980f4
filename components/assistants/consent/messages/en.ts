import type { MessageFile } from "#components/i18n/message-types.ts";

/** What a person reads before an app may act for them. Each sentence is a promise that the service keeps. */
const messages = {
  pageTitle: "Connect an app",
  title: "Connect “{name}”?",
  lead: "It asks to act for your account here, with what you tick below and nothing else.",
  of: "of {host}",

  badge_verified: "Verified",
  badge_domain_verified: "Domain verified",
  badge_unverified: "Unverified",
  badgeText_verified: "We know who makes this app.",
  badgeText_domain_verified:
    "{host} describes this app, and you are sent back there. We did not check who is behind it.",
  badgeText_unverified:
    "Nobody has checked this app: the name is its own. Go on only if you started this yourself.",

  backTitle: "Where you are sent back to",
  back_https: "The site {host}",
  back_loopback: "An app on this computer ({host})",
  back_scheme: "An app on this device that opens {host} links",
  warning_loopback:
    "Any program on this computer could be waiting there. Go on only if you started this from a program that you trust, a moment ago.",
  warning_custom_scheme:
    "Any app on this device can claim such links. Go on only if you started this from the app itself, a moment ago.",
  warning_imitates_service:
    "The name looks like ours, but this app is not from us. Be very careful.",
  warning_mixed_scripts:
    "The name mixes letters of several alphabets, as names do that imitate another.",
  warning_new_client: "This app registered here less than a day ago.",

  signedInAs: "Signed in as",
  switchAccount: "Use another account",

  scopesTitle: "What it may do",
  scopesHint: "Untick whatever you do not want it to do.",
  "scope_read:market": "See the markets",
  "can_read:market": "Prices, charts, order books and the search for assets.",
  "cannot_read:market": "It cannot see anything of your account with this.",
  "scope_read:points": "See your points",
  "can_read:points":
    "How many you have, and what you got them for. This service gives no points yet: there is nothing to see.",
  "cannot_read:points": "It cannot spend or change them.",
  "scope_read:chat": "Read your notes for assistants, and your positions",
  "can_read:chat":
    "Your notes and preferences for assistants; the shortened addresses, balances, positions and open orders of your wallets.",
  "cannot_read:chat": "It cannot change any of them.",
  "scope_trade:execute": "Propose orders to you",
  "can_trade:execute":
    "Nothing executes on this scope alone: you see each order here, approve it and sign it yourself, or let it expire.",
  "cannot_trade:execute": "It cannot place, sign or approve an order, and cannot withdraw.",
  nothingTicked: "Tick at least one, or deny.",

  neverGets: "It never gets your password, your wallet or a key, and cannot move money.",
  lasts: "The connection lasts 30 days at most. Then the app has to ask you again.",
  disconnect: "You can disconnect it at any time in {page}: its next call is then refused.",
  connectedApps: "Connected apps",

  approve: "Approve",
  deny: "Deny",

  again_account:
    "Nothing was decided: another account is signed in now than when the page was shown. Check below who it is, and answer again.",
  again_session:
    "Nothing was decided: you signed in anew since the page was shown. Please answer again.",
  again_nothing:
    "Nothing was decided: no permission was ticked. Tick at least one to approve, or deny.",

  signInTitle: "Sign in to go on",
  signInText:
    "“{name}” asks to be connected to your account here. Sign in first; then you see what it asks for, and decide. Nothing is connected by signing in.",
  signIn: "Sign in",

  expiredTitle: "This link expired",
  expiredText:
    "It was answered already, it is too old, or it was started in another browser. If you have just approved it, the app is connected: go back to it. Otherwise start the connection again from there.",
  expiredSafe: "Opening this page changed nothing. Connected apps shows what is connected.",
  toStart: "To the start page",
} as const satisfies MessageFile;

export default messages;
