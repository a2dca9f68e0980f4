/** The links that every page of the documents shows, and the OpenAPI documents of the reference. */
import { operatorDocument } from "#app/api/operator/v1/openapi.json/operator-document.ts";
import { hostDocument } from "#app/api/v1/openapi.json/host-document.ts";
import { type Reference, tagLinks } from "#components/machines/docs/reference.ts";
import { docPages } from "#lib/machines/docs/documents.ts";
import { venueReference } from "#lib/machines/docs/venue-reference.ts";
import { config } from "#lib/platform/config/config.ts";

export async function docsNavigation() {
  const { baseUrl, venueUrl } = config();
  const venue = await venueReference(venueUrl, Date.now());
  const references: Reference[] = [
    { of: "app", document: hostDocument({ baseUrl, venueUrl }), baseUrl },
    ...(venue === undefined ? [] : [{ of: "venue", document: venue, baseUrl: venueUrl } as const]),
    { of: "operator", document: operatorDocument(baseUrl), baseUrl },
  ];
  const pages = (await docPages()).map(({ slug, title, summary }) => ({ slug, title, summary }));
  const tags = references.map(({ of, document }) => ({ of, tags: tagLinks(document, of) }));
  return { navigation: { pages, references: tags }, references };
}
