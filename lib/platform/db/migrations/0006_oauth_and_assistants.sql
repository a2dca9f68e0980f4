CREATE TABLE "assistant_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"preferences" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staged_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account" text NOT NULL,
	"source_kind" text NOT NULL,
	"source_id" text NOT NULL,
	"source_name" text NOT NULL,
	"reference" text,
	"order" jsonb NOT NULL,
	"snapshot" jsonb NOT NULL,
	"reason" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"digest" text,
	"signed" jsonb,
	"result" jsonb,
	"error_code" text,
	"error_message" text,
	CONSTRAINT "staged_orders_source_id_reference_unique" UNIQUE("source_id","reference")
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"metadata" jsonb NOT NULL,
	"secret_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_token_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"redirect_host" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"first_used_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_used_address" text,
	"last_used_agent" text
);
--> statement-breakpoint
CREATE TABLE "oauth_records" (
	"model" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"client_id" text,
	"user_id" text,
	"uid_hash" text,
	"expires_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "oauth_records_model_id_hash_pk" PRIMARY KEY("model","id_hash")
);
--> statement-breakpoint
ALTER TABLE "assistant_notes" ADD CONSTRAINT "assistant_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_preferences" ADD CONSTRAINT "assistant_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_orders" ADD CONSTRAINT "staged_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_notes_user_id_created_at_index" ON "assistant_notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "staged_orders_user_id_created_at_index" ON "staged_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "staged_orders_state_expires_at_index" ON "staged_orders" USING btree ("state","expires_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_last_token_at_created_at_index" ON "oauth_clients" USING btree ("last_token_at","created_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_user_id_index" ON "oauth_grants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_client_id_index" ON "oauth_grants" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_expires_at_index" ON "oauth_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_records_grant_id_index" ON "oauth_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_records_user_id_index" ON "oauth_records" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_records_expires_at_index" ON "oauth_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_records_uid_hash_index" ON "oauth_records" USING btree ("uid_hash");