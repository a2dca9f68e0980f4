/** The texts that each language of the mail about a waiting order has. */
export type ApprovalMailTexts = {
  /** `order`: size and market. */
  BUY: (order: string) => string;
  SELL: (order: string) => string;
  /** The position that is closed, or the open order that is edited or cancelled. */
  close: (order: string) => string;
  modify: (order: string) => string;
  cancel: (order: string) => string;
  subject: (order: string) => string;
  /** `time`: with seconds and zone. */
  until: (time: string) => string;
  button: string;
  /** What the mail cannot do. */
  safe: string;
  /** Why it comes, and where it is switched off. */
  stop: (address: string) => string;
};
