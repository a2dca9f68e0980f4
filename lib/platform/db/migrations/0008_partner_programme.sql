CREATE TABLE "partner_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"referral_id" text NOT NULL,
	"bound_at" bigint NOT NULL,
	"discount_set_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "partner_feeds" (
	"feed" text PRIMARY KEY NOT NULL,
	"after_seq" bigint NOT NULL,
	"last_fee" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_ledger" (
	"partner_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"accrued_at" bigint NOT NULL,
	"occurred_at" bigint NOT NULL,
	"source" text,
	"product" text,
	"referral_id" text,
	"fee" numeric(38, 0),
	"gross" numeric(38, 0),
	"level" smallint,
	"percent" smallint,
	"window_fees" numeric(38, 0),
	"ruleset" text,
	"reverses_seq" bigint,
	"reversed_accrued_at" bigint,
	"settlement_id" text,
	"origin" text NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"hash" char(64) NOT NULL,
	"balance" numeric(38, 0) NOT NULL,
	"fees_total" numeric(38, 0) NOT NULL,
	"totals" numeric(38, 0)[] NOT NULL,
	"referral_totals" numeric(38, 0)[],
	CONSTRAINT "partner_ledger_partner_id_seq_pk" PRIMARY KEY("partner_id","seq"),
	CONSTRAINT "partner_ledger_key_unique" UNIQUE("key"),
	CONSTRAINT "partner_ledger_amount" CHECK (amount > 0),
	CONSTRAINT "partner_ledger_sides" CHECK (debit <> credit),
	CONSTRAINT "partner_ledger_fee" CHECK ((kind in ('accrual', 'reversal')) = (fee is not null and gross is not null and level is not null and percent is not null
        and window_fees is not null and ruleset is not null and source is not null and product is not null and referral_id is not null
        and referral_totals is not null) and (kind not in ('accrual', 'reversal') or amount = fee * percent))
);
--> statement-breakpoint
CREATE TABLE "partner_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"read_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"wants_mail" boolean NOT NULL,
	CONSTRAINT "partner_notices_partner_id_key_unique" UNIQUE("partner_id","key")
);
--> statement-breakpoint
CREATE TABLE "partner_referrals" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"user_id" text NOT NULL,
	"bound_at" bigint NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	CONSTRAINT "partner_referrals_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "partner_settlements" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"period_end" bigint NOT NULL,
	"state" text NOT NULL,
	"network" text NOT NULL,
	"mint" text NOT NULL,
	"recipient" text NOT NULL,
	"signature" text,
	"slot" bigint,
	"opened_seq" bigint NOT NULL,
	"ended_seq" bigint,
	"created_at" bigint NOT NULL,
	"submitted_at" bigint,
	"ended_at" bigint,
	"failure" text,
	"simulated" boolean DEFAULT false NOT NULL,
	CONSTRAINT "partner_settlements_signature_recipient_unique" UNIQUE("signature","recipient")
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code" text NOT NULL,
	"payout_address" text,
	"mail_notices" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "partners_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "partners_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "partner_accounts" ADD CONSTRAINT "partner_accounts_referral_id_partner_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."partner_referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_ledger" ADD CONSTRAINT "partner_ledger_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_ledger" ADD CONSTRAINT "partner_ledger_referral_id_partner_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."partner_referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_notices" ADD CONSTRAINT "partner_notices_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD CONSTRAINT "partner_referrals_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_referrals" ADD CONSTRAINT "partner_referrals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_settlements" ADD CONSTRAINT "partner_settlements_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_accounts_referral_id_index" ON "partner_accounts" USING btree ("referral_id");--> statement-breakpoint
CREATE INDEX "partner_accounts_without_discount" ON "partner_accounts" USING btree ("account") WHERE discount_set_at is null;--> statement-breakpoint
CREATE INDEX "partner_ledger_by_time" ON "partner_ledger" USING btree ("partner_id","accrued_at","seq");--> statement-breakpoint
CREATE INDEX "partner_ledger_by_fees" ON "partner_ledger" USING btree ("partner_id","fees_total","seq");--> statement-breakpoint
CREATE INDEX "partner_ledger_by_referral" ON "partner_ledger" USING btree ("partner_id","referral_id","accrued_at","seq") WHERE referral_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_ledger_reversals" ON "partner_ledger" USING btree ("partner_id","reverses_seq") WHERE kind = 'reversal';--> statement-breakpoint
CREATE INDEX "partner_ledger_reversals_by_time" ON "partner_ledger" USING btree ("partner_id","reversed_accrued_at") WHERE kind = 'reversal';--> statement-breakpoint
CREATE INDEX "partner_ledger_settlements" ON "partner_ledger" USING btree ("partner_id","seq") WHERE kind in ('settlement', 'payment', 'return');--> statement-breakpoint
CREATE INDEX "partner_notices_partner_id_at_id_index" ON "partner_notices" USING btree ("partner_id","at","id");--> statement-breakpoint
CREATE INDEX "partner_notices_to_mail" ON "partner_notices" USING btree ("at") WHERE wants_mail and mailed_at is null;--> statement-breakpoint
CREATE INDEX "partner_referrals_partner_id_bound_at_id_index" ON "partner_referrals" USING btree ("partner_id","bound_at","id");--> statement-breakpoint
CREATE INDEX "partner_settlements_partner_id_opened_seq_index" ON "partner_settlements" USING btree ("partner_id","opened_seq");--> statement-breakpoint
CREATE INDEX "partner_settlements_run_id_index" ON "partner_settlements" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "partner_settlements_open" ON "partner_settlements" USING btree ("state") WHERE state in ('created', 'submitted');--> statement-breakpoint
-- Rows of the ledger are added. None changes and none goes: not one by one and not all at once.
CREATE FUNCTION "partner_ledger_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the partner ledger is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_ledger_guard" BEFORE UPDATE OR DELETE ON "partner_ledger"
FOR EACH ROW EXECUTE FUNCTION "partner_ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "partner_ledger_truncate_guard" BEFORE TRUNCATE ON "partner_ledger"
FOR EACH STATEMENT EXECUTE FUNCTION "partner_ledger_is_append_only"();
