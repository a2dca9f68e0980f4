/**
 * The route handlers below `app/` by path, found by Next's rules: a folder is a segment, `(group)` is none, `[name]` is one
 * parameter, `[...name]` the rest of the path, and a folder whose name starts with `_` is private.
 */

/** The exports of a route module: handlers by method. */
export type RouteModule = Readonly<Record<string, unknown>>;

/** The decoded values of a path's parameters by name. */
export type PathParams = Record<string, string | string[]>;

export type FoundRoute = { module: RouteModule; params: PathParams };

/** One segment of the tree of paths. */
type Node = {
  module?: RouteModule;
  readonly fixed: Map<string, Node>;
  one?: { readonly name: string; readonly node: Node };
  rest?: { readonly name: string; readonly module: RouteModule };
};

export class RouteTable {
  readonly #root: Node = { fixed: new Map() };

  /** @param routes modules by pattern, such as `/api/orders/[id]` */
  constructor(routes: Iterable<readonly [pattern: string, module: RouteModule]>) {
    for (const [pattern, module] of routes) this.#add(pattern, module);
  }

  /**
   * The module of a request's path, as it was sent; a fixed segment wins over a parameter, and a parameter over the rest.
   * @throws URIError when a parameter is not decodable
   */
  find(path: string): FoundRoute | undefined {
    return find(this.#root, path.split("/").slice(1), {});
  }

  #add(pattern: string, module: RouteModule): void {
    let node = this.#root;
    for (const segment of pattern.split("/").slice(1)) {
      const [, dots, name] = /^\[(\.\.\.)?(.+)\]$/.exec(segment) ?? [];
      if (name === undefined) {
        const next = node.fixed.get(segment) ?? { fixed: new Map() };
        node.fixed.set(segment, next);
        node = next;
      } else if (dots === undefined) {
        node.one ??= { name, node: { fixed: new Map() } };
        node = node.one.node;
      } else {
        node.rest = { name, module };
        return;
      }
    }
    node.module = module;
  }
}

function find(node: Node, segments: readonly string[], params: PathParams): FoundRoute | undefined {
  const [segment, ...others] = segments;
  if (segment === undefined) return node.module && { module: node.module, params };
  const next = node.fixed.get(segment);
  const fixed = next && find(next, others, params);
  if (fixed !== undefined) return fixed;
  // A path that ends with a slash, or has two in a row, is redirected by Next.
  if (segments.includes("")) return undefined;
  const { one, rest } = node;
  const single =
    one && find(one.node, others, { ...params, [one.name]: decodeURIComponent(segment) });
  if (single !== undefined) return single;
  return (
    rest && {
      module: rest.module,
      params: { ...params, [rest.name]: segments.map(decodeURIComponent) },
    }
  );
}

/** @param file a path below `app/`, with forward slashes */
export function isRouteFile(file: string): boolean {
  return file.endsWith("/route.ts") && !/(^|\/)_/.test(file);
}

/** The table of these modules by file, such as `(settings)/docs/files/[...path]/route.ts`. */
export function tableOf(files: Iterable<readonly [file: string, module: RouteModule]>): RouteTable {
  return new RouteTable(Array.from(files, ([file, module]) => [patternOf(file), module] as const));
}

function patternOf(file: string): string {
  const segments = file.split("/").slice(0, -1);
  return `/${segments.filter((segment) => !segment.startsWith("(")).join("/")}`;
}
