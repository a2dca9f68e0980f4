/** The form of a commit message, checked by Git's `commit-msg` hook. Plain JavaScript: a hook runs under any Node from 18. */
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const MAX_SUBJECT_LENGTH = 72;
const SUBJECT = /^[a-z][a-z0-9-]*(?:(?:\/|, )[a-z0-9-]+)*: \S.*[^.\s]$/;
/** Subjects that Git itself writes. */
const BY_GIT = /^(?:Merge|Revert|fixup!|squash!|amend!) /;
const TRAILER = /^[A-Z][A-Za-z-]+: /;

/** @returns one sentence for each fault of a message. Lines that start with `#` are Git's comments. */
export function commitMessageErrors(message) {
  const [text] = message.split(/^# -+ >8 -+$/m);
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  const [subject = "", second = "", ...rest] = lines.join("\n").trim().split("\n");
  if (BY_GIT.test(subject)) return [];
  const errors = [];
  if (!SUBJECT.test(subject)) {
    errors.push("The subject has the form `area: what it does`, without a full stop.");
  }
  if (subject.length > MAX_SUBJECT_LENGTH) {
    errors.push(`The subject has ${subject.length} characters; ${MAX_SUBJECT_LENGTH} is the most.`);
  }
  if (second !== "") errors.push("The second line is empty.");
  if (!rest.some((line) => line.trim() !== "" && !TRAILER.test(line))) {
    errors.push("A body says why the change is made.");
  }
  return errors;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const errors = commitMessageErrors(readFileSync(argv[2], "utf8"));
  for (const error of errors) console.error(error);
  if (errors.length > 0) {
    console.error('See CONTRIBUTING.md, "Commits". Your message is kept in .git/COMMIT_EDITMSG.');
    process.exitCode = 1;
  }
}
