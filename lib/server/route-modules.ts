/** The route modules of the app. A bundle has a list of imports in place of this file (scripts/dev/stack/bundle.ts). */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isRouteFile, type RouteModule } from "./route-table.ts";

const APP = join(import.meta.dirname, "..", "..", "app");

/** Every module by its file, a path below `app/` with forward slashes. One that does not load stops the start. */
export async function loadRouteModules(): Promise<[file: string, module: RouteModule][]> {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(isRouteFile);
  return Promise.all(
    files.map(
      async (file): Promise<[string, RouteModule]> => [
        file,
        await import(pathToFileURL(join(APP, file)).href),
      ],
    ),
  );
}
