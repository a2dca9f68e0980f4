/** The places of computed tables in `docs/scaling.md` and other pages: between `<!-- name -->` and `<!-- /name -->`. */
import { fileURLToPath } from "node:url";
import type { Table } from "./tables.ts";

export const DOCUMENT_FILE = fileURLToPath(new URL("../../../docs/scaling.md", import.meta.url));

/** Returns the document with these tables. @throws Error when the document has no place for one of them */
export function withTables(document: string, tables: readonly Table[]): string {
  return tables.reduce((text, { name, text: table }) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from === -1 || to < from) throw new Error(`The document has no place for "${name}"`);
    return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
  }, document);
}
