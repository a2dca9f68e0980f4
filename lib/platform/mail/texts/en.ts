import type { MailTexts } from "./mail-texts.ts";

export const EN: MailTexts = {
  "sign-in": {
    subject: (site) => `Sign in to ${site}`,
    lead: (site) => `Somebody, most likely you, asked to sign in to ${site} with this address.`,
    button: "Sign in",
  },
  link: {
    subject: (site) => `Link this address to your account at ${site}`,
    lead: (site) =>
      `Somebody, most likely you, asked to link this address to an account at ${site}. Open the link in the browser in which you asked.`,
    button: "Link the address",
  },
  prove: {
    subject: (site) => `Confirm that it is you at ${site}`,
    lead: (site) =>
      `${site} asks you to confirm that it is you. Open the link in the browser in which you asked.`,
    button: "Confirm",
  },
  limits: (minutes) => `The link works once, and for ${minutes} minutes.`,
  unasked: "If you did not ask for it, do nothing: without the link nothing happens.",
};
