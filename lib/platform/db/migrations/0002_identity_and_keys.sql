CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"target" text,
	"address" text,
	"agent" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"session_id" text,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_kind_subject_unique" UNIQUE("kind","subject")
);
--> statement-breakpoint
CREATE TABLE "oidc_errands" (
	"session_id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"account" text,
	"created_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bot_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"encrypted_secret" text NOT NULL,
	"preview" text NOT NULL,
	"account" text,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"tier" text DEFAULT 'default' NOT NULL,
	"allowlist" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_used_address" text,
	"last_used_agent" text,
	"wrong_door_at" timestamp with time zone,
	"wrong_door_path" text,
	"wrong_door_count" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bot_nonces" (
	"key_id" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bot_nonces_key_id_nonce_pk" PRIMARY KEY("key_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "key_usage" (
	"key_id" text NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "key_usage_key_id_day_outcome_pk" PRIMARY KEY("key_id","day","outcome")
);
--> statement-breakpoint
CREATE TABLE "mcp_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"preview" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"tier" text DEFAULT 'default' NOT NULL,
	"allowlist" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_used_address" text,
	"last_used_agent" text,
	"wrong_door_at" timestamp with time zone,
	"wrong_door_path" text,
	"wrong_door_count" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"can_stage_orders" boolean DEFAULT false NOT NULL,
	"replaces" text,
	"reminded_days" integer,
	CONSTRAINT "mcp_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_keys" ADD CONSTRAINT "bot_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_keys" ADD CONSTRAINT "mcp_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_user_id_at_id_index" ON "audit_log" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bot_keys_user_id_index" ON "bot_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bot_nonces_expires_at_index" ON "bot_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mcp_keys_user_id_index" ON "mcp_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mcp_keys_expires_at_index" ON "mcp_keys" USING btree ("expires_at");--> statement-breakpoint
-- The audit log is added to, and nothing else: only the personal columns may be emptied, when the account is deleted.
CREATE FUNCTION "audit_log_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND NEW.address IS NULL AND NEW.agent IS NULL AND NEW.details = '{}'::jsonb
    AND (NEW.id, NEW.at, NEW.user_id, NEW.actor_kind, NEW.action) = (OLD.id, OLD.at, OLD.user_id, OLD.actor_kind, OLD.action)
    AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id
    AND NEW.target IS NOT DISTINCT FROM OLD.target
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_guard" BEFORE UPDATE OR DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION "audit_log_is_append_only"();
