import type { MessageFile } from "#components/i18n/message-types.ts";

/** What a person reads before an app may act for them. Each sentence is a promise that the service keeps. */
const messages = {
  pageTitle: "Connect an app",
  title: "Connect “{name}”?",
  lead: "It wants to act for your account, with only the permissions that you tick below.",
  of: "of {host}",

  badge_verified: "Verified",
  badge_domain_verified: "Domain verified",
  badge_unverified: "Unverified",
  badgeText_verified: "We know who makes this app.",
  badgeText_domain_verified:
    "{host} publishes this app's description, and it redirects you there. We did not check who is behind it.",
  badgeText_unverified:
    "This app is not verified: it chose its name itself. Continue only if you started this yourself.",

  backTitle: "You will be redirected to",
  back_https: "The site {host}",
  back_loopback: "An app on this computer ({host})",
  back_scheme: "An app on this device that opens {host} links",
  warning_loopback:
    "Any program on this computer could be listening there. Continue only if you have just started this from a program that you trust.",
  warning_custom_scheme:
    "Any app on this device can claim such links. Continue only if you have just started this from the app itself.",
  warning_imitates_service:
    "The name looks like ours, but this app is not from us. Be very careful.",
  warning_mixed_scripts: "The name mixes letters of several alphabets, as imitations do.",
  warning_new_client: "This app registered less than a day ago.",

  signedInAs: "Signed in as",
  switchAccount: "Use another account",

  scopesTitle: "What it may do",
  scopesHint: "Untick what you do not want to allow.",
  "scope_read:market": "See the markets",
  "can_read:market": "Prices, charts, order books and the search for assets.",
  "cannot_read:market": "It cannot see your account with this.",
  "scope_read:points": "See your points",
  "can_read:points": "How many you have, and what they were for. This service gives no points yet.",
  "cannot_read:points": "It cannot spend or change them.",
  "scope_read:chat": "Read your notes for assistants, and your positions",
  "can_read:chat":
    "Your notes and preferences for assistants; the shortened addresses, balances, positions and open orders of your wallets.",
  "cannot_read:chat": "It cannot change any of them.",
  "scope_trade:execute": "Propose orders to you",
  "can_trade:execute":
    "This permission executes nothing: you see each order, approve it and sign it yourself, or let it expire.",
  "cannot_trade:execute": "It cannot place, sign or approve an order, and cannot withdraw.",
  nothingTicked: "Select at least one, or deny.",

  neverGets: "It never gets your password, your wallet or a key, and cannot move funds.",
  lasts: "The connection lasts at most 30 days. Then the app must ask you again.",
  disconnect: "You can disconnect it at any time in {page}; its next call is then refused.",
  connectedApps: "Connected apps",

  approve: "Approve",
  deny: "Deny",

  again_account:
    "Nothing was decided: another account has signed in since the page was shown. Check the account below and answer again.",
  again_session:
    "Nothing was decided: you have signed in again since the page was shown. Please answer again.",
  again_nothing:
    "Nothing was decided: no permission was selected. Select at least one to approve, or deny.",

  signInTitle: "Sign in to continue",
  signInText:
    "“{name}” wants to connect to your account. Sign in first; then you see what it requests, and decide. Signing in connects nothing.",
  signIn: "Sign in",

  expiredTitle: "This link has expired",
  expiredText:
    "It was already answered, is too old, or was started in another browser. If you have just approved it, the app is connected: return to it. Otherwise start again from the app.",
  expiredSafe: "Opening this page changed nothing. Connected apps shows what is connected.",
  toStart: "Go to the start page",
} as const satisfies MessageFile;

export default messages;
