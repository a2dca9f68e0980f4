import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Notifications",
  intro:
    "Your orders, margin and money, approval requests, calendar events and large price moves. They appear under the bell, and on this device if you turn notifications on.",
  loading: "Loading your notification settings",
  loadingBrowsers: "Loading your browsers",

  thisBrowser: "This browser",
  state_unsupported: "This browser cannot receive notifications.",
  state_insecure: "Notifications need a secure connection (HTTPS).",
  state_denied:
    "Your browser blocks notifications from this site. Allow them in its settings, then reload this page.",
  state_default: "Notifications are off. Your browser asks for permission when you turn them on.",
  state_granted: "Notifications are off. Your browser already allows them for this site.",
  state_on: "This browser receives notifications, even when this page is closed.",
  state_unknown: "Checking this browser",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turningOn: "Turning on…",
  notTurnedOn: "The browser's push service refused. Try again later.",
  sendTest: "Send a test",
  sendTestTo: "Send a test to {browser}",
  test_sent: "The test was sent.",
  test_gone: "This browser's subscription has ended, so it was removed.",
  test_refused: "The push service refused the test.",
  test_refusedLocal:
    "The push service refused the test. Apple's does so until the operator sets MAIL_FROM, or BASE_URL with https, to a public host.",
  test_failed: "The push service did not respond.",

  browsers: "Browsers with notifications",
  browsersCount: "{count} of {most}",
  noBrowsers: "No browser yet",
  noBrowsersText: "Turn on notifications in each browser where you want them.",
  here: "This browser",
  added: "Added",
  lastSent: "last notification",
  neverSent: "no notification yet",
  remove: "Remove",
  removeOf: "Remove {browser}",
  removed: "Removed.",
  unknownBrowser: "Unknown browser",
  browserOn: "{browser} on {system}",

  kinds: "What you receive",
  approval: "Approvals",
  approvalText: "An assistant, app or bot proposes an order. You have five minutes to decide.",
  mailApproval: "Also send me an email",
  mailText:
    "Off by default. The email arrives within seconds, names the deadline and links to the order. It cannot approve the order.",
  noAddress: "Your account has no email address.",
  addAddress: "Add one",
  alert: "Price alerts",
  alertText:
    "The mark of a market reaches a price that you chose. Emails are off until you turn them on.",
  trading: "Your trading",
  tradingText:
    "Your orders, margin and money. Off for fills until you turn them on. A liquidation is shown in quiet hours too.",
  mail: "Email",
  noMail: "–",
  calendar: "Calendar",
  calendarText: "24 hours and 30 minutes before an event, and when its figure is published.",
  market: "Markets",
  marketText:
    "At most one round-price alert per asset and day, and one large-move alert per market, direction and day.",
  kind: "Kind",
  inbox: "In app",
  web: "Browsers",
  kindIn: "{kind}: {channel}",
  caps: "Daily limits (UTC): {trading} of each kind of trading, {approval} approval, {alert} price alert, {calendar} calendar and {market} market notifications. Any more are not sent.",

  quiet: "Quiet hours",
  quietText:
    "Browsers get no notifications in this time, and they are not sent later. The app and emails are not affected, and a liquidation is shown anyway.",
  quietOn: "Use quiet hours",
  from: "From",
  until: "Until",
  timeZone: "Time zone",
  quietNow: "Quiet now",
  unsaved: "You have unsaved changes.",
} as const satisfies MessageFile;

export default messages;
