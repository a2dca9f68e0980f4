CREATE TABLE "inbox_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"position" bigserial NOT NULL,
	"dedup_key" char(64) NOT NULL,
	"type" text NOT NULL,
	"at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"read_at" timestamp with time zone,
	"wants_mail" boolean NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "inbox_notices_dedup_key_unique" UNIQUE("dedup_key")
);
--> statement-breakpoint
ALTER TABLE "partner_notice_marks" ADD COLUMN "told" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- The notices of partners move into the inbox of their account, in their order. A deleted account has no inbox.
-- The dedup key is the one that lib/platform/events/emit-events.ts computes. The expiry counts from this migration.
INSERT INTO "inbox_notices" ("id", "user_id", "dedup_key", "type", "at", "created_at", "data", "read_at", "wants_mail", "mailed_at")
SELECT n."id", p."user_id",
	encode(sha256(convert_to('["partner.' || n."kind" || '","' || n."partner_id" || '","' || n."key" || '"]', 'UTF8')), 'hex'),
	'partner.' || n."kind", n."at", (extract(epoch FROM now()) * 1000)::bigint, n."data", n."read_at", n."wants_mail", n."mailed_at"
FROM "partner_notices" n
	JOIN "partners" p ON p."id" = n."partner_id"
	JOIN "users" u ON u."id" = p."user_id"
WHERE u."deleted_at" IS NULL
ORDER BY n."position";--> statement-breakpoint
-- What limits repetitions, by kind and by the level that the notice is about.
UPDATE "partner_notice_marks" m SET "told" = (
	SELECT coalesce(jsonb_object_agg(l."subject", jsonb_build_object('told', l."told", 'mailed', l."mailed")), '{}'::jsonb)
	FROM (
		SELECT n."kind" || ':' || (n."data"->>(CASE WHEN n."kind" LIKE 'level\_falls%' THEN 'from' ELSE 'to' END)) AS "subject",
			max(n."at") AS "told", coalesce(max(n."at") FILTER (WHERE n."wants_mail"), 0) AS "mailed"
		FROM "partner_notices" n
		WHERE n."partner_id" = m."partner_id" AND n."kind" LIKE 'level\_%'
		GROUP BY 1
	) l
	WHERE l."subject" IS NOT NULL
);--> statement-breakpoint
DROP TABLE "partner_notices" CASCADE;--> statement-breakpoint
ALTER TABLE "inbox_notices" ADD CONSTRAINT "inbox_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_notices_in_order" ON "inbox_notices" USING btree ("user_id","at","position");--> statement-breakpoint
CREATE INDEX "inbox_notices_unread" ON "inbox_notices" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "inbox_notices_to_mail" ON "inbox_notices" USING btree ("position") WHERE wants_mail and mailed_at is null;--> statement-breakpoint
CREATE INDEX "inbox_notices_by_age" ON "inbox_notices" USING btree ("created_at");
