/** A simulated party of the sandbox: it answers at its own paths, and may work between requests. */
import type { IncomingMessage, ServerResponse } from "node:http";

export type Site = {
  /** A path that ends with a slash stands for all below it. */
  paths: readonly string[];
  /** The body of an answer with 200, or nothing when it has answered by itself. @throws ServiceError */
  handle: (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;
  /** Called once the server listens at `url`, for one site after another. */
  start?: (url: string) => void | Promise<void>;
  stop?: () => void | Promise<void>;
};

export function ownsPath({ paths }: Site, pathname: string): boolean {
  return paths.some(
    (path) => pathname === path || (path.endsWith("/") && pathname.startsWith(path)),
  );
}
