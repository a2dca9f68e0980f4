import type { MessageFile } from "#components/i18n/message-types.ts";

/** What a person reads before an app may act for them. Each sentence is a promise that the service keeps. */
const messages = {
  pageTitle: "Connect an app",
  title: "Connect “{name}”?",
  of: "of {host}",

  badge_verified: "Verified",
  badge_domain_verified: "Domain verified",
  badge_unverified: "Unverified",
  badgeText_verified: "We know who makes this app.",
  badgeText_domain_verified:
    "{host} publishes this app's description, and you are sent back there. We did not check who is behind it.",
  badgeText_unverified:
    "This app is not verified: it chose its name itself. Continue only if you started this yourself.",

  backTitle: "You will be redirected to",
  back_https: "The site {host}",
  back_scheme: "An app on this device that opens {host} links",
  warning_loopback:
    "This is a program on this computer, and we cannot check which one. Continue only if you have just started it yourself and trust it.",
  warning_custom_scheme:
    "Any app on this device can claim such links. Continue only if you have just started this from the app itself.",
  warning_imitates_service:
    "The name looks like ours, but this app is not from us. Be very careful.",
  warning_mixed_scripts:
    "The name mixes letters of several alphabets. Imitations of other apps often do this.",
  warning_new_client: "This app registered less than a day ago.",

  signedInAs: "Signed in as",
  switchAccount: "Use another account",

  scopesTitle: "What it may do",
  extends: "This app is connected and asks for more. Approving replaces that connection.",
  scopesHint: "You may also allow these. Tick only what you want it to do.",
  "scope_read:market": "See the markets",
  "can_read:market": "Prices, charts, order books and the search for assets.",
  "cannot_read:market": "This does not let it see your account.",
  "scope_read:points": "See your points",
  "can_read:points": "How many you have, and which swaps they were for.",
  "cannot_read:points": "It cannot spend or change them.",
  "scope_read:chat": "Read your balances, positions, open orders and private notes",
  "can_read:chat":
    "Balances, positions and open orders of your wallets, with shortened addresses. Also the notes and preferences that you keep for assistants.",
  "cannot_read:chat": "It cannot change any of them.",
  "scope_trade:execute": "Propose orders to you",
  "can_trade:execute":
    "It sends you orders to review. Nothing is placed unless you approve and sign it here within five minutes. It can also set and delete price alerts.",
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
  signInOrLeave: "If you did not start this, close this page. Nothing is connected.",

  expiredTitle: "This link has expired",
  expiredText:
    "It was already answered, is too old, or was started in another browser. If you have just approved it, the app is connected: return to it. Otherwise start again from the app.",
  expiredSafe: "Opening this page changed nothing. You see what is connected in {page}.",
  toStart: "Go to the start page",
} as const satisfies MessageFile;

export default messages;
