CREATE TABLE "security_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	"facts" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "security_mails_due" ON "security_mails" USING btree ("due_at");