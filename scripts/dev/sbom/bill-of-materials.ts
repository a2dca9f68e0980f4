/**
 * A bill of materials in CycloneDX 1.5, made from the lock file alone, so that the same lock gives the same text. `npm sbom` refuses this tree, because
 * packages ask for several versions of TypeScript; without development packages it leaves out what those need as well.
 */
import { z } from "zod";

const Entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
type Entry = z.output<typeof Entry>;

const Lock = z.object({ packages: z.record(z.string(), Entry) });

/** @param lock the text of package-lock.json */
export function billOfMaterials(lock: string) {
  const { packages } = Lock.parse(JSON.parse(lock));
  const installed = Object.entries(packages).filter(
    ([path, { dev }]) => path !== "" && dev !== true,
  );
  const references = new Map(installed.map(([path, entry]) => [path, purlOf(path, entry)]));
  const { "": root = {} } = packages;
  const own = purlOf(`node_modules/${root.name ?? "svc"}`, root);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": own, ...partOf(own, root) } },
    components: uniqueBy(installed.map(([path, entry]) => componentOf(path, entry))),
    dependencies: uniqueBy([
      { ref: own, dependsOn: needed("", root, references) },
      ...installed.map(([path, entry]) => ({
        ref: purlOf(path, entry),
        dependsOn: needed(path, entry, references),
      })),
    ]),
  };
}

/** The same package at the same version may be installed in several folders. */
function uniqueBy<Item extends { ref: string } | { "bom-ref": string }>(items: Item[]): Item[] {
  const byReference = new Map(
    items.map((item) => ["ref" in item ? item.ref : item["bom-ref"], item]),
  );
  return [...byReference.values()];
}

/** The package's own name, which differs from its folder's where package.json overrides one package by another. */
function nameOf(path: string, { name }: Entry): string {
  return name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

function purlOf(path: string, entry: Entry): string {
  return `pkg:npm/${nameOf(path, entry).replace("@", "%40")}@${entry.version ?? "0"}`;
}

function partOf(purl: string, { version = "0" }: Entry) {
  const name = decodeURIComponent(purl.slice("pkg:npm/".length, purl.lastIndexOf("@")));
  return { name, version, purl };
}

function componentOf(path: string, entry: Entry) {
  const purl = purlOf(path, entry);
  const isOptional = entry.optional === true || entry.devOptional === true;
  return {
    type: "library",
    "bom-ref": purl,
    ...partOf(purl, entry),
    scope: isOptional ? "optional" : "required",
    hashes: hashesOf(entry),
    licenses: licencesOf(entry),
  };
}

/** The archive's hash, which npm compares when it installs. */
function hashesOf({ integrity = "" }: Entry) {
  return integrity.split(" ").flatMap((one) => {
    const [, algorithm, content = ""] = /^sha(\d+)-(.+)$/.exec(one) ?? [];
    if (algorithm === undefined) return [];
    return [{ alg: `SHA-${algorithm}`, content: Buffer.from(content, "base64").toString("hex") }];
  });
}

function licencesOf({ license }: Entry) {
  if (license === undefined) return [];
  if (/ (?:OR|AND|WITH) /.test(license)) return [{ expression: license }];
  return [{ license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } }];
}

/** Where Node finds what a package imports: in its own folder, or in one above. */
function needed(path: string, entry: Entry, references: ReadonlyMap<string, string>): string[] {
  const wanted = {
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...entry.peerDependencies,
  };
  const found = Object.keys(wanted).flatMap((name) => {
    for (
      let folder = path;
      ;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
    ) {
      const reference = references.get(
        folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`,
      );
      if (reference !== undefined) return [reference];
      if (folder === "") return [];
    }
  });
  return [...new Set(found)].toSorted();
}
