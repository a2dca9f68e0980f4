import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Notifications",
  intro:
    "Releases of the calendar and large price changes. They appear in the list behind the bell, and on this device if you turn it on.",
  loading: "Loading your notification settings",
  loadingBrowsers: "Loading your browsers",

  thisBrowser: "This browser",
  state_unsupported: "This browser cannot receive notifications.",
  state_insecure: "Notifications need a secure connection (https).",
  state_denied:
    "You have blocked notifications from this site. Allow them in the settings of your browser, then reload this page.",
  state_default: "Notifications are off. Your browser asks for permission when you turn them on.",
  state_granted: "Notifications are off. This site has permission to show them.",
  state_on: "This browser receives notifications, also when this page is closed.",
  state_unknown: "Checking this browser",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turningOn: "Turning on…",
  notTurnedOn: "The browser's push service refused. Try again later.",
  sendTest: "Send a test",
  sendTestTo: "Send a test to {browser}",
  test_sent: "The test was sent.",
  test_gone: "This browser no longer receives notifications. It was removed.",
  test_refused: "The push service refused the test.",
  test_failed: "The push service did not respond.",

  browsers: "Browsers with notifications",
  browsersCount: "{count} of {most}",
  noBrowsers: "No browser yet",
  noBrowsersText: "Turn notifications on in each browser in which you want them.",
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
  calendar: "Calendar",
  calendarText: "24 hours before a release, 30 minutes before, and the number when it is known.",
  market: "Markets",
  marketText: "A round price once a day and asset; a large move once a day, market and direction.",
  kind: "Kind",
  inbox: "List",
  web: "Browsers",
  kindIn: "{kind}: {channel}",
  caps: "At most {calendar} calendar and {market} market notifications a day (UTC). What comes later than that is not sent.",

  quiet: "Quiet hours",
  quietText:
    "Browsers stay silent. What comes in this time is not sent to them later; the list still has it.",
  quietOn: "Keep quiet hours",
  from: "From",
  until: "Until",
  timeZone: "Time zone",
  quietNow: "Quiet now",
  save: "Save",
  saved: "Saved.",
  unsaved: "You have unsaved changes.",
} as const satisfies MessageFile;

export default messages;
