import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Sessions",
  intro:
    "Where your account is signed in. A session lasts 24 hours. A session that you end here stops working at its next request.",
  loading: "Loading sessions",
  thisDevice: "This device",
  unknownDevice: "Unknown device",
  browserOn: "{browser} on {system}",
  kind_wallet: "Wallet",
  kind_email: "Email link",
  kind_oidc: "Identity provider",
  kind_external: "Partner token",
  firstUsed: "First used",
  endOf: "Sign out {device}",
  endOthers: "Sign out all other devices",
  endAll: "Sign out everywhere",
  endTitle: "Sign out this device?",
  endText:
    "It is signed out at its next request. This cannot be undone; its user must sign in again.",
  endOthersTitle: "Sign out all other devices?",
  endOthersText: "Only this browser stays signed in. This cannot be undone.",
  endAllTitle: "Sign out everywhere?",
  endAllText:
    "All devices are signed out, including this one. Keys of bots and assistants keep working; revoke them on their own pages.",
  ended: "The device is signed out.",
  endedOthers: "All other devices are signed out.",
} as const satisfies MessageFile;

export default messages;
