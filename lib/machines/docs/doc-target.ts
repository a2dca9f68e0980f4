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
    if (!files.has(path)) return undefined;
    const slug = slugOf(path);
    if (slug === undefined) return `/docs/files/${path}`;
    return `/docs/${slug}${fragment === undefined ? "" : `#${fragment}`}`;
  };
}
