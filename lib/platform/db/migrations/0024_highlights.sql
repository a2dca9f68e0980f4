CREATE TABLE "highlight_tags" (
	"user_id" text PRIMARY KEY NOT NULL,
	"muted" json NOT NULL,
	"pinned" json NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "highlight_tags" ADD CONSTRAINT "highlight_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalyst_revisions_told" ON "catalyst_revisions" USING btree ("catalyst_id","revision") WHERE kind <> 'evaluated';
