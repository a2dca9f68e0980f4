import type { Command, CommandSection } from "./command-registry.ts";

/** In the order in which palette and key map show them. */
const SECTIONS: readonly CommandSection[] = [
  "order",
  "position",
  "market",
  "chart",
  "view",
  "account",
  "help",
];

/** The commands by section, empty sections left out. */
export function bySection(
  commands: Iterable<Command>,
): readonly (readonly [section: CommandSection, commands: readonly Command[]])[] {
  const all = [...commands];
  return SECTIONS.map(
    (section) => [section, all.filter((one) => one.section === section)] as const,
  ).filter(([, found]) => found.length > 0);
}
