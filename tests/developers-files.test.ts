/** Every document and program that `/developers` names is served. */
import { expect, test } from "vitest";
import { CLIENT_FILES } from "#components/machines/developers/client-files.ts";
import { docFiles } from "#lib/machines/docs/documents.ts";

test("the files that the page for developers names are served", async () => {
  const served = await docFiles();
  const named = CLIENT_FILES.flatMap(({ names }) => [...names]);
  expect(named.filter((name) => !served.has(name))).toEqual([]);
});
