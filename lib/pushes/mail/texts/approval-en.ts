import type { ApprovalMailTexts } from "./approval-texts.ts";

export const APPROVAL_EN: ApprovalMailTexts = {
  BUY: (order) => `buy ${order}`,
  SELL: (order) => `sell ${order}`,
  subject: (order) => `An order is waiting for your approval: ${order}`,
  until: (time) => `You can approve or decline it until ${time}. After that it expires.`,
  button: "Review the order",
  safe: "Nothing is placed unless you sign in, review the order and sign it with your wallet or trading key. This email cannot approve it.",
  stop: (address) => `You get this email because you turned it on. Turn it off at ${address}`,
};
