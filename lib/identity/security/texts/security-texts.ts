/** The texts that each language of mails about security has. */
import type { SecurityFacts, SecurityKind } from "#lib/protocol/security-notices.ts";

export type SecurityMailTexts = {
  /** What happened, and what to do when it was not the reader. */
  kinds: Record<
    SecurityKind,
    { subject: string; said: (facts: SecurityFacts) => string; notYou: string }
  >;
  rights: (rights: string) => string;
  /** `time`: with day and zone. */
  where: (facts: { time: string; address: string; agent: string }) => string;
  button: string;
  /** Why it comes, and that it cannot be switched off. */
  why: (site: string) => string;
};
