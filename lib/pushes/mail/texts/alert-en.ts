import type { AlertMailTexts } from "./alert-texts.ts";

export const ALERT_EN: AlertMailTexts = {
  button: "Open the market",
  stop: (address) =>
    `You get this email because you set this price alert and turned its emails on. Turn them off at ${address}`,
};
