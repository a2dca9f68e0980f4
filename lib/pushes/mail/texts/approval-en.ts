import type { ApprovalMailTexts } from "./approval-texts.ts";

export const APPROVAL_EN: ApprovalMailTexts = {
  BUY: (order) => `buy ${order}`,
  SELL: (order) => `sell ${order}`,
  close: (order) => `close the position of ${order}`,
  modify: (order) => `edit an open order to ${order}`,
  cancel: (order) => `cancel the order of ${order}`,
  subject: (order) => `A proposal is waiting for your approval: ${order}`,
  until: (time) => `You can approve or decline it until ${time}. After that it expires.`,
  button: "Review the proposal",
  safe: "Nothing happens unless you sign in, review the proposal and sign it with your wallet or trading key. This email cannot approve it.",
  stop: (address) => `You get this email because you turned it on. Turn it off at ${address}`,
};
