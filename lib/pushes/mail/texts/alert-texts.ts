/** The texts that each language of the mail about a price alert has. */
export type AlertMailTexts = {
  button: string;
  /** Why it comes, and where it is switched off. */
  stop: (address: string) => string;
};
