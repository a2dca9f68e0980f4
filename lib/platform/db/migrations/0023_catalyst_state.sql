CREATE TABLE "catalyst_detectors" (
	"from_minute" bigint PRIMARY KEY NOT NULL,
	"parameters_hash" text NOT NULL
);
--> statement-breakpoint
-- Whose moves were explained last is the detector whose moves count.
INSERT INTO "catalyst_detectors" ("from_minute", "parameters_hash")
SELECT 0, "moves"."parameters_hash" FROM "move_explanations"
JOIN "moves" ON "moves"."id" = "move_explanations"."move_id"
ORDER BY "move_explanations"."recorded_at" DESC LIMIT 1;
--> statement-breakpoint
ALTER TABLE "catalysts" ADD COLUMN "sent" json;--> statement-breakpoint
ALTER TABLE "catalysts" ADD COLUMN "is_split" boolean;--> statement-breakpoint
ALTER TABLE "catalysts" ADD COLUMN "is_confirmed_by_move" boolean;--> statement-breakpoint
-- What was told last follows from the revisions, as the engine told it.
WITH RECURSIVE "said" AS (
  SELECT "catalyst_id", "revision", "event"->>'merged_into' IS NOT NULL AS "is_merged",
    "event"->'sentiment'->>'direction' AS "direction",
    ("event"->'sentiment'->>'confidence')::double precision AS "confidence",
    ("event"->>'magnitude')::integer AS "magnitude"
  FROM "catalyst_revisions"
), "told" AS (
  SELECT "catalyst_id", "revision", "direction", "confidence", "magnitude" FROM "said"
  WHERE "revision" = 1
  UNION ALL
  SELECT "next"."catalyst_id", "next"."revision", "sent"."direction", "sent"."confidence", "sent"."magnitude"
  FROM "told" JOIN "said" AS "next"
    ON "next"."catalyst_id" = "told"."catalyst_id" AND "next"."revision" = "told"."revision" + 1
  CROSS JOIN LATERAL (
    SELECT NOT "next"."is_merged" AND ("next"."direction" <> "told"."direction"
      OR "next"."magnitude" <> "told"."magnitude"
      OR abs("next"."confidence" - "told"."confidence") > 0.095) AS "is_told"
  ) AS "change"
  CROSS JOIN LATERAL (
    SELECT CASE WHEN "is_told" THEN "next"."direction" ELSE "told"."direction" END AS "direction",
      CASE WHEN "is_told" THEN "next"."confidence" ELSE "told"."confidence" END AS "confidence",
      CASE WHEN "is_told" THEN "next"."magnitude" ELSE "told"."magnitude" END AS "magnitude"
  ) AS "sent"
)
UPDATE "catalysts" SET "sent" = json_build_object('direction', "told"."direction",
  'confidence', "told"."confidence", 'magnitude', "told"."magnitude")
FROM "told" WHERE "told"."catalyst_id" = "catalysts"."id" AND "told"."revision" = "catalysts"."revision";
--> statement-breakpoint
-- A revision by which a catalyst was confirmed without a new report is that of a move.
UPDATE "catalysts" SET
  "is_split" = EXISTS (
    SELECT FROM "catalyst_revisions" AS "said"
    WHERE "said"."catalyst_id" = "catalysts"."id" AND "said"."kind" = 'split'),
  "is_confirmed_by_move" = EXISTS (
    SELECT FROM "catalyst_revisions" AS "said"
    WHERE "said"."catalyst_id" = "catalysts"."id" AND "said"."kind" = 'evidence'
      AND "said"."event"->>'status' = 'confirmed' AND "said"."changed"::jsonb ? 'status'
      AND NOT EXISTS (
        SELECT FROM "catalyst_evidence" AS "link"
        WHERE "link"."catalyst_id" = "catalysts"."id" AND "link"."recorded_at" = "said"."recorded_at"));
--> statement-breakpoint
ALTER TABLE "catalysts" ALTER COLUMN "sent" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "catalysts" ALTER COLUMN "is_split" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "catalysts" ALTER COLUMN "is_confirmed_by_move" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "catalysts_tracked_until_index" ON "catalysts" USING btree ("tracked_until");--> statement-breakpoint
CREATE INDEX "catalysts_next_due_at_index" ON "catalysts" USING btree ("next_due_at");--> statement-breakpoint
CREATE INDEX "catalyst_moves_move_id_index" ON "catalyst_moves" USING btree ("move_id");
