import type { MailTexts } from "./link-texts.ts";

export const EN: MailTexts = {
  "sign-in": {
    subject: (site) => `Sign in to ${site}`,
    lead: (site) =>
      `Someone, most likely you, asked to sign in to ${site} with this email address.`,
    button: "Sign in",
  },
  link: {
    subject: (site) => `Link this address to your account at ${site}`,
    lead: (site) =>
      `Someone, most likely you, asked to link this email address to an account at ${site}. Open the link in the browser where you requested it.`,
    button: "Link the address",
  },
  prove: {
    subject: (site) => `Confirm that it is you at ${site}`,
    lead: (site) =>
      `${site} asks you to confirm your identity. Open the link in the browser where you requested it.`,
    button: "Confirm",
  },
  limits: (minutes) => `The link works once, for ${minutes} minutes.`,
  unasked:
    "If you did not request it, ignore this email. Nothing happens unless the link is opened.",
};
