/**
 * Writes the pictures of README.md anew, from a running stack:
 *
 * STACK_DATA_DIR=<its data folder> npm run pictures:documents
 */
import { defineConfig } from "@playwright/test";
import pictures from "./pictures.config.ts";

export default defineConfig({ ...pictures, testMatch: "documents.pictures.ts" });
