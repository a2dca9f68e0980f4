/**
 * A part of the environment of processes that tests start: they keep their compiled code on disk when they end, so that
 * the next one neither strips types nor compiles.
 */
import { fileURLToPath } from "node:url";

export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url)),
};
