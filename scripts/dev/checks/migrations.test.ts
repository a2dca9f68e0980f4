/** A release and the one before it run on one database: migrations add in one release and remove in the next but one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isChecked, problemsOfMigration } from "./migrations.ts";

const FOLDER = join(import.meta.dirname, "../../../lib/platform/db/migrations");

test("every migration leaves the version before it running", () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  expect(names).toContain("0031_approval_pushes.sql");
  const problems = names
    .filter(isChecked)
    .flatMap((name) =>
      problemsOfMigration(readFileSync(join(FOLDER, name), "utf8")).map((one) => `${name} ${one}`),
    );
  expect(problems).toEqual([]);
});

test("migrations after the first versions are checked", () => {
  expect(["0031_a.sql", "0032_b.sql", "0100_c.sql"].filter(isChecked)).toEqual([
    "0032_b.sql",
    "0100_c.sql",
  ]);
});

describe("a migration is refused that", () => {
  test.each([
    ["drops a table", 'DROP TABLE "users" CASCADE;'],
    ["drops a column", 'ALTER TABLE "users" DROP COLUMN "name";'],
    ["drops a type", 'DROP TYPE "public"."kind";'],
    ["renames a column", 'ALTER TABLE "users" RENAME COLUMN "name" TO "title";'],
    ["renames a table", 'ALTER TABLE "users" RENAME TO "people";'],
    [
      "requires a column that was optional",
      'ALTER TABLE "users" ALTER COLUMN "name" SET NOT NULL;',
    ],
    ["changes a type", 'ALTER TABLE "users" ALTER COLUMN "age" SET DATA TYPE bigint;'],
    ["adds a required column", 'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL;'],
    [
      "adds it in a second statement",
      'CREATE TABLE "a" ("id" text);--> statement-breakpoint\nALTER TABLE "b" ADD COLUMN "c" text NOT NULL;',
    ],
    [
      "adds it beside one that has a default",
      `ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL, ADD COLUMN "c" text NOT NULL;`,
    ],
  ])("%s", (_, sql) => {
    expect(problemsOfMigration(sql)).toHaveLength(1);
  });
});

describe("a migration may", () => {
  test.each([
    ["make a table with required columns", 'CREATE TABLE "a" ("id" text PRIMARY KEY NOT NULL);'],
    ["add an optional column", 'ALTER TABLE "a" ADD COLUMN "b" text;'],
    [
      "add a required column with a default",
      `ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL;`,
    ],
    ["relax a column", 'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL;'],
    ["drop an index", 'DROP INDEX "a_index";'],
    ["replace a constraint", 'ALTER TABLE "a" DROP CONSTRAINT "c";'],
    ["speak of it", '-- This does not DROP TABLE "a".\nSELECT 1;'],
  ])("%s", (_, sql) => {
    expect(problemsOfMigration(sql)).toEqual([]);
  });
});
