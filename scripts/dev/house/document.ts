/** Writes the measures as a document. */
import { markdownTable } from "#scripts/dev/markdown-table.ts";
import { BEFORE } from "./before.ts";
import { type FeatureCost, type FolderMeasures, type HouseMeasures, LAYERED } from "./measures.ts";
import { KIT, VISITS, type Visit } from "./visits.ts";

type Row = [name: string, before: number, now: number, goal?: string];

/** Markdown for `docs/house.md`. */
export function houseDocument(now: HouseMeasures, features: readonly FeatureCost[]): string {
  return `${[
    "# Measures of the code base",
    "`npm run house` writes this page. *Before* is commit 733af2f, measured by the same script. A folder is any directory with source files; tests, and what only tests use, do not count.",
    "## Shape",
    markdownTable(["measure", "before", "now", "goal"], shapeRows(now).map(cells)),
    "## Size by domain",
    markdownTable(
      ["domain", "files", "lines"],
      now.domains.map(({ domain, files, lines }) => [domain, String(files), grouped(lines)]),
    ),
    "## Odd comments",
    "Comments with a word or a turn of the list in `scripts/dev/house/comments.ts`, which has a plain word; tests included. Goal: at most 2 % in every domain, and none that has to be read twice. `npm run house -- sample` draws 20 sentences each from screens, documents and comments, to be read aloud.",
    markdownTable(
      ["domain", "comments", "odd", "share"],
      now.comments.map(({ domain, comments, odd }) => [
        domain,
        grouped(comments),
        String(odd),
        `${((100 * odd) / comments).toFixed(1)} %`,
      ]),
    ),
    "## Files that one thing visits",
    `Kept lists, traced by hand through the code (\`scripts/dev/house/visits.ts\`), without types, messages and the kit: ${KIT.map((folder) => `\`${folder}\``).join(", ")}. *Before* is each list mapped to the layout of 733af2f. An earlier count at that commit, of which no list was kept, gave 115 files for an order and 52 for a fee: its bounds are unknown, so it does not compare.`,
    markdownTable(
      ["thing", "before", "now"],
      VISITS.map(({ thing, before, files }) => [thing, grouped(before), grouped(files.length)]),
    ),
    ...VISITS.map(visitList),
    "## Cost of features",
    "Lines of the files that belong to a feature alone.",
    markdownTable(
      ["feature", "source", "tests", "messages"],
      features.map(({ name, source, tests, messages }) => [
        name,
        grouped(source),
        grouped(tests),
        grouped(messages),
      ]),
    ),
  ].join("\n\n")}\n`;
}

function visitList({ thing, way, files }: Visit): string {
  const items = files.map((file, index) => `${index + 1}. \`${file}\``).join("\n");
  const name = `${thing.slice(0, 1).toUpperCase()}${thing.slice(1)}, ${way}`;
  return `<details>\n<summary>${name}</summary>\n\n${items}\n\n</details>`;
}

function shapeRows(now: HouseMeasures): Row[] {
  return [
    ...LAYERED.flatMap((top) => folderRows(top, BEFORE.folders[top], now.folders[top])),
    ["files in circular imports, types included", BEFORE.filesInCircles, now.filesInCircles, "0"],
    ["entries of the root", BEFORE.rootEntries, now.rootEntries, "at most 30"],
    ["component files", BEFORE.componentFiles, now.componentFiles],
    [
      "component files with one reader",
      BEFORE.componentFilesWithOneReader,
      now.componentFilesWithOneReader,
      "at most 200",
    ],
    [
      "of these, at most 40 lines, without a test, reader in the same folder",
      BEFORE.smallComponentFilesWithOneReader,
      now.smallComponentFilesWithOneReader,
      "at most 15",
    ],
    ["casts on response bodies", BEFORE.bodyCasts, now.bodyCasts, "0"],
    ["lines of the longest function", BEFORE.longestFunction, now.longestFunction, "at most 70"],
  ];
}

function folderRows(top: string, before: FolderMeasures, now: FolderMeasures): Row[] {
  return [
    [`folders of \`${top}\``, before.folders, now.folders],
    [`floors of \`${top}\``, before.floors, now.floors],
    [`arrows up in \`${top}\``, before.arrowsUp, now.arrowsUp, "0"],
    [
      `folders of \`${top}\` that depend on each other`,
      before.foldersInCircles,
      now.foldersInCircles,
      "0",
    ],
  ];
}

function cells([name, before, now, goal = ""]: Row): string[] {
  return [name, grouped(before), grouped(now), goal];
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
