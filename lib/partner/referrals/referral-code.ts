/** The form of a partner's code: 3 to 24 of a to z, 0 to 9 and, between them, hyphens. */
export const CODE = /^[a-z0-9][a-z0-9-]{1,22}[a-z0-9]$/;

/** The service's own name: no code begins with it. */
const OWN_NAME = "svc";

/** Words that only the operator may use, alone or as the first or last word of a code. */
const OFFICIAL: ReadonlySet<string> = new Set(
  "admin administrator api billing help helpdesk legal login mod moderator oauth official operator security signin signup staff support system verify".split(
    " ",
  ),
);

/** Names of parts of the service; with another word beside it, such a code is a partner's. */
const SERVICE_PARTS: ReadonlySet<string> = new Set(
  "about account app dev developers docs info mail partner partners root settings status team trade wallet www".split(
    " ",
  ),
);

/** True for codes whose links would look as if the operator had made them. */
export function isReservedCode(code: string): boolean {
  const words = code.split("-");
  // Hyphens and digits make no other word of it.
  const bare = words.join("").replace(/\d+$/, "");
  const ends = [words[0] ?? "", words.at(-1) ?? ""].map((word) => word.replace(/\d+$/, ""));
  return (
    bare.startsWith(OWN_NAME) ||
    OFFICIAL.has(bare) ||
    SERVICE_PARTS.has(bare) ||
    ends.some((word) => OFFICIAL.has(word) || word === OWN_NAME)
  );
}
