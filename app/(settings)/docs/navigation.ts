/** The links that every page of the documents shows, and the OpenAPI document. */
import { hostDocument } from "#app/api/v1/openapi.json/host-document.ts";
import { tagLinks } from "#components/machines/docs/reference.ts";
import { docPages } from "#lib/machines/docs/documents.ts";
import { config } from "#lib/platform/config.ts";

export async function docsNavigation() {
  const { baseUrl, venueUrl } = config();
  const document = hostDocument({ baseUrl, venueUrl });
  const pages = (await docPages()).map(({ slug, title, summary }) => ({ slug, title, summary }));
  return { navigation: { pages, tags: tagLinks(document) }, document, baseUrl };
}
