/** What a migration may not do while the version before it still runs on the same database. */

/** The last one before two versions ran together. */
const LAST_UNCHECKED = "0031";

type Rule = { pattern: RegExp; reason: string };

const RULES: readonly Rule[] = [
  {
    pattern: /\bDROP\s+(TABLE|COLUMN|SCHEMA|VIEW|TYPE|SEQUENCE)\b/i,
    reason: "drops what the version before it reads",
  },
  { pattern: /\bRENAME\b/i, reason: "renames what the version before it names" },
  {
    pattern: /\bALTER\s+COLUMN\s+\S+\s+SET\s+NOT\s+NULL\b/i,
    reason: "requires a value that the version before it may leave out",
  },
  {
    pattern: /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
    reason: "changes the type of what the version before it reads",
  },
];
const ADDED = /\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b)(?:IF\s+NOT\s+EXISTS\s+)?"[^"]*"[^,;]*/gi;

/** True for a migration that has to leave the version before it running. */
export function isChecked(name: string): boolean {
  return name.slice(0, LAST_UNCHECKED.length) > LAST_UNCHECKED;
}

/** Why the version before it would fail on this migration's database; empty when it would not. */
export function problemsOfMigration(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, "").split(";");
  return statements.flatMap((statement) => [
    ...RULES.filter(({ pattern }) => pattern.test(statement)).map(({ reason }) => reason),
    ...(statement.match(ADDED) ?? [])
      .filter((column) => /\bNOT\s+NULL\b/i.test(column))
      .filter((column) => !/\b(DEFAULT|GENERATED)\b/i.test(column))
      .map(
        () => "adds a required column without a default, which the version before it leaves out",
      ),
  ]);
}
