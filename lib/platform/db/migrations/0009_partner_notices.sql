CREATE TABLE "partner_notice_marks" (
	"partner_id" text PRIMARY KEY NOT NULL,
	"level" smallint NOT NULL,
	"level_since" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"looked_until" bigint,
	"due_at" bigint
);
--> statement-breakpoint
ALTER TABLE "partner_notices" ADD COLUMN "position" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "partner_notice_marks" ADD CONSTRAINT "partner_notice_marks_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_notice_marks_due_at_index" ON "partner_notice_marks" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "partner_notices_unread" ON "partner_notices" USING btree ("partner_id") WHERE read_at is null;