/** Where the links of the documents lead when this service shows them. */
import "server-only";
import { docFiles, slugOf } from "./documents.ts";

/** @returns a function that gives undefined for a link to a file that this service does not have */
export async function docTarget(): Promise<(href: string) => string | undefined> {
  const files = await docFiles();
  return (href) => {
    if (/^(?:https:|#)/.test(href)) return href;
    const [path = "", fragment] = href.split("#");
    const ofPublic = /^(?:\.\.\/)+public\/([\w-]+\.\w+)$/.exec(path)?.[1];
    if (ofPublic !== undefined) return `/${ofPublic}`;
    // The client packages are beside the documents.
    const file = path.replace(/^(?:\.\.\/){2}clients\//, "clients/");
    if (!files.has(file)) return undefined;
    const slug = slugOf(file);
    if (slug === undefined) return `/docs/files/${file}`;
    return `/docs/${slug}${fragment === undefined ? "" : `#${fragment}`}`;
  };
}
