import type { MailTexts } from "./link-texts.ts";

export const DE: MailTexts = {
  "sign-in": {
    subject: (site) => `Anmelden bei ${site}`,
    lead: (site) =>
      `Jemand, vermutlich Sie selbst, möchte sich mit dieser Adresse bei ${site} anmelden.`,
    button: "Anmelden",
  },
  link: {
    subject: (site) => `Diese Adresse mit Ihrem Konto bei ${site} verknüpfen`,
    lead: (site) =>
      `Jemand, vermutlich Sie selbst, möchte diese Adresse mit einem Konto bei ${site} verknüpfen. Öffnen Sie den Link in dem Browser, in dem Sie darum gebeten haben.`,
    button: "Adresse verknüpfen",
  },
  prove: {
    subject: (site) => `Bestätigen Sie bei ${site}, dass Sie es sind`,
    lead: (site) =>
      `${site} bittet Sie zu bestätigen, dass Sie es sind. Öffnen Sie den Link in dem Browser, in dem Sie darum gebeten haben.`,
    button: "Bestätigen",
  },
  limits: (minutes) => `Der Link gilt einmal und ${minutes} Minuten lang.`,
  unasked: "Wenn Sie nicht darum gebeten haben, tun Sie nichts: Ohne den Link geschieht nichts.",
};
